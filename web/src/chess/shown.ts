/** What the position that is shown says in words: its move, its evaluation, and the judgement of the review. */
import type { View } from '../game';
import type { Texts } from '../i18n';
import type { Game, Quality, Review, ReviewMove } from '../net/contract';
import { positionAt } from './line';
import { evaluationInWords, sanInWords } from './words';

/** The signs by which notation judges moves. */
export const QUALITY_SIGNS: Record<Quality, string> = { sound: '', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** The move that led to the position after `ply` moves: "12. White: knight f3". */
export function moveInWords(now: View, ply: number, texts: Texts): string {
  const move = now.line.moves[ply - 1];
  if (!move) return now.line.moves.length > 0 ? texts.moves.first : texts.say.noMove;
  const before = positionAt(now.line, ply - 1);
  return `${before.fullmoves}. ${texts.say.played(texts.color[before.turn], sanInWords(move.san, texts))}`;
}

function judgementInWords(move: ReviewMove, texts: Texts): string {
  if (move.quality === 'sound') return '';
  const cost = texts.review.cost(texts.review.qualities[move.quality], Math.round(100 * move.lost));
  return move.better ? `${cost} ${texts.review.better(sanInWords(move.better.san, texts))}` : cost;
}

/** White's winning chances after `ply` moves and what the review thinks of the last of them; nothing where it has not been. */
function reviewedInWords(review: Review, ply: number, texts: Texts): string[] {
  const move = review.moves[ply - 1];
  const chances = ply === 0 ? review.start : move?.white;
  if (chances === undefined) return [];
  return [texts.say.evaluationWinning(Math.round(100 * chances)), move ? judgementInWords(move, texts) : ''];
}

const sentences = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** The evaluation of the position after `ply` moves: that of the review, else the engine's at its last move until then. */
export function evaluationAt(now: View, ply: number, texts: Texts): string {
  const game = now.state?.game;
  const reviewed = game?.review?.moves[ply - 1];
  if (game?.review && (reviewed || ply === 0)) {
    const parts = reviewedInWords(game.review, ply, texts);
    return sentences(reviewed ? [evaluationInWords(reviewed.evaluation, texts), ...parts] : parts);
  }
  const moves = game?.moves.slice(0, ply) ?? [];
  return evaluationInWords(moves.findLast((move) => move.evaluation)?.evaluation, texts);
}

/** What is read out when the user goes to the position after `ply` moves. */
export function positionInWords(now: View, ply: number, texts: Texts): string {
  const review = now.state?.game?.review;
  return sentences([`${moveInWords(now, ply, texts).replace(/\.$/, '')}.`, ...(review ? reviewedInWords(review, ply, texts) : [])]);
}

/** What the finished review found: where the game turned. */
export function reviewInWords(now: View, game: Game, review: Review, texts: Texts): string {
  const turn = review.turning_point;
  if (turn === null) return `${texts.review.ready} ${texts.review.noTurn}`;
  const isMine = positionAt(now.line, turn - 1).turn === game.human;
  return `${texts.review.ready} ${texts.review.turned(isMine)}: ${moveInWords(now, turn, texts)}.`;
}
