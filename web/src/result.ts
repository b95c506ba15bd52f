import type { Texts } from './i18n';
import type { Game } from './net/contract';

/** How a game ended, from the user's view: "You win by checkmate". A game that was pasted with its end was won by a colour. */
export function resultInWords(game: Game, texts: Texts): string {
  const result = game.result;
  if (!result) return texts.result.unfinished;
  const byPlayer = result.winner === game.human ? texts.result.win : texts.result.loss;
  const who = result.winner === null ? texts.result.draw : result.given ? texts.result.colorWon[result.winner] : byPlayer;
  return `${who} ${texts.result.reasons[result.termination]}`.trim() + '.';
}
