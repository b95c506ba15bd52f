import type { Texts } from './i18n';
import type { FaultNotice, Notice } from './net/contract';

export function isFault(notice: Notice): notice is FaultNotice {
  return 'text' in notice;
}

/** The sentence of a notice, without the reason of a fault. */
export function noticeInWords(notice: Notice, texts: Texts): string {
  const words = texts.notices;
  if (isFault(notice)) return words[notice.kind];
  if (notice.kind === 'first_of_games') return words.first_of_games(notice.games);
  return notice.waits ? words.waits(notice.file) : words.stored(notice.file);
}
