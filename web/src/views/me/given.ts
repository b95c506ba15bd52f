import { announce } from '../../announce';
import { texts } from '../../i18n';
import { ApiError } from '../../net/api';
import { meApi, type ReportStatus, type StyleReport } from '../../net/me';
import { refusalInWords } from '../../refusal';
import { createStore } from '../../store';

/** How often the status is asked for while the program is at work, in milliseconds. */
const EVERY_MS = 400;

export interface Given {
  status: ReportStatus | null;
  report: StyleReport | null;
  failed: string | null;
}

export const given = createStore<Given>({ status: null, report: null, failed: null });

const isAtWork = (status: ReportStatus): boolean => ['receiving', 'reading', 'reporting'].includes(status.stage);
let timer: ReturnType<typeof setTimeout> | undefined;

async function take(status: ReportStatus): Promise<void> {
  const before = given.get().status?.stage;
  given.update({ status, failed: null });
  clearTimeout(timer);
  if (isAtWork(status)) timer = setTimeout(() => void look(), EVERY_MS);
  if (status.stage === before) return;
  if (status.stage === 'ready') announce(texts().me.which);
  if (status.stage === 'done') {
    given.update({ report: await meApi.report() });
    announce(texts().me.isThere);
  } else given.update({ report: null });
}

async function tried(work: () => Promise<ReportStatus>): Promise<void> {
  try {
    await take(await work());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    given.update({ failed: refusalInWords(error, texts()) });
  }
}

/** Asks how far the program is; goes on asking while it is at work. */
export const look = (): Promise<void> => tried(meApi.status);

export const build = (names: string[]): Promise<void> => tried(() => meApi.build(names));
export const clear = (): Promise<void> => tried(meApi.clear);

/** Sends a file of games. Its coming is shown, too. */
export async function give(file: File): Promise<void> {
  const most = given.get().status?.most_bytes;
  if (most !== undefined && file.size > most) {
    given.update({ failed: texts().me.tooLarge(most) });
    return;
  }
  const sent = tried(() => meApi.upload(file));
  timer = setTimeout(() => void look(), EVERY_MS);
  await sent;
}
