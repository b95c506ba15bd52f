import { announce } from './announce';
import { fenOf, positionAt } from './chess/line';
import { shownPly, view } from './game';
import { texts } from './i18n';
import { api } from './net/api';
import { refusalInWords } from './refusal';

/** Copies by the older way where the newer is barred (an address other than loopback without TLS). */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'offscreen';
  const focused = document.activeElement;
  // Outside of a modal dialog nothing can be selected while it is open.
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  place.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}

export async function copyText(text: string): Promise<void> {
  let copied = false;
  try {
    await navigator.clipboard.writeText(text);
    copied = true;
  } catch {
    copied = copyBySelection(text);
  }
  const message = copied ? texts().load.copied : texts().load.copyFailed;
  view.update({ message });
  announce(message);
}

export function shownFen(): string {
  return fenOf(positionAt(view.get().line, shownPly()));
}

export const copyFen = (): Promise<void> => copyText(shownFen());

async function withPgn(use: (pgn: string) => Promise<void> | void): Promise<void> {
  try {
    await use(await api.pgn());
  } catch (error) {
    const message = refusalInWords(error, texts());
    view.update({ message });
    announce(message);
  }
}

export const copyPgn = (): Promise<void> => withPgn(copyText);

/** Gives the browser a text to keep as a file. */
export function saveText(text: string, name: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The day in a file's name. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Saves the game as a file that the browser keeps. */
export const savePgn = (): Promise<void> =>
  withPgn((pgn) => saveText(pgn, `bayeschess-${today()}.pgn`, 'application/x-chess-pgn'));
