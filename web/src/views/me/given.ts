import { announce } from '../../announce';
import { texts } from '../../i18n';
import { ApiError } from '../../net/api';
import { listen } from '../../net/events';
import { meApi, type ReportStatus, type StyleReport } from '../../net/me';
import { refusalInWords } from '../../refusal';
import { createStore } from '../../store';
import { readCards } from '../opponents/known';

export interface Given {
  status: ReportStatus | null;
  /** Bytes of the file that this tab sends; of one that another tab sends they are unknown. */
  sending: number | null;
  report: StyleReport | null;
  failed: string | null;
}

export const given = createStore<Given>({ status: null, sending: null, report: null, failed: null });

/** What the server told last. Events are the only source, so that an answer that comes late does not undo them. */
let latest: ReportStatus | null = null;
/** True once this tab has shown the report's view; before, nothing is fetched or read out. */
let isWanted = false;

listen({
  report(status) {
    latest = status;
    if (isWanted) void take(status);
  },
});

/** Follows how far the program is, and fetches the report when it is there. */
export function follow(): void {
  isWanted = true;
  if (latest) void take(latest);
}

async function take(status: ReportStatus): Promise<void> {
  const before = given.get();
  const isKnown = JSON.stringify(status) === JSON.stringify(before.status);
  if (isKnown && (status.stage !== 'done' || before.report)) return;
  // While its games are being remembered, the report stays.
  const stays = status.stage === 'done' && before.status?.stage === 'done' && before.report !== null;
  const sending = status.stage === 'receiving' ? before.sending : null;
  given.update({ status, report: stays ? before.report : null, sending });
  if (status.remembered && !before.status?.remembered) void readCards();
  if (stays) return;
  if (status.stage === 'ready' && before.status?.stage !== 'ready') {
    if (status.players.length > 0) announce(texts().me.which);
    else if (status.problem === null) announce(texts().me.nobody);
  }
  if (status.stage !== 'done') return;
  try {
    const report = await meApi.report();
    // Another file may have come meanwhile.
    if (given.get().status !== status) return;
    given.update({ report, failed: null });
    announce(texts().me.isThere);
  } catch (error) {
    if (given.get().status === status) fail(error);
  }
}

function fail(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  given.update({ failed: refusalInWords(error, texts()) });
}

/** Returns true where a file of games is asked for: at the beginning, and after a file without names. */
export function takesFile(status: ReportStatus | null): boolean {
  if (status === null || status.stage === 'empty') return true;
  return (status.stage === 'ready' || status.stage === 'done') && status.players.length === 0;
}

/** Asks the server for something, of which events tell the outcome. */
async function tried(work: () => Promise<unknown>): Promise<void> {
  given.update({ failed: null });
  try {
    await work();
  } catch (error) {
    fail(error);
  }
}

export const build = (names: string[]): Promise<void> => tried(() => meApi.build(names));
export const remember = (name: string): Promise<void> => tried(() => meApi.remember(name));
export const clear = (): Promise<void> => tried(meApi.clear);

/** Sends a file of games. Its coming is shown, too. */
export async function give(file: File): Promise<void> {
  const most = given.get().status?.most_bytes;
  if (most !== undefined && file.size > most) given.update({ failed: texts().me.tooLarge(most) });
  else {
    given.update({ sending: file.size });
    await tried(() => meApi.upload(file));
    const { status, failed } = given.get();
    // The last events of the file that has come may be still to come.
    if (failed !== null || status?.stage !== 'receiving') given.update({ sending: null });
  }
}
