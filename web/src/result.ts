import type { Texts } from './i18n';
import type { Game, Result } from './net/contract';

/** Ends that the position or the moves alone tell. */
const OF_THE_BOARD = new Set<Result['termination']>(['checkmate', 'stalemate', 'insufficient_material', 'repetition', 'fifty_moves']);

/** How a game ended, from the user's view: "You win by checkmate". */
export function resultInWords(game: Game, texts: Texts): string {
  const result = game.result;
  if (!result) return texts.result.unfinished;
  // A finished game that was pasted: the user and the engine played none of it.
  const isPasted = game.moves.length === game.given_plies && OF_THE_BOARD.has(result.termination);
  const byPlayer = result.winner === game.human ? texts.result.win : texts.result.loss;
  const who = result.winner === null ? texts.result.draw : isPasted ? texts.result.colorWon[result.winner] : byPlayer;
  return `${who} ${texts.result.reasons[result.termination] ?? ''}`.trim() + '.';
}
