import type { Texts } from './i18n';
import type { Game } from './net/contract';

/** How a game ended, from the user's view: "You win by checkmate". */
export function resultInWords(game: Game, texts: Texts): string {
  const result = game.result;
  if (!result) return texts.result.unfinished;
  const who =
    result.winner === null ? texts.result.draw : result.winner === game.human ? texts.result.win : texts.result.loss;
  return `${who} ${texts.result.reasons[result.termination] ?? ''}`.trim() + '.';
}
