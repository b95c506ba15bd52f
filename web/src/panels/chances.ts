import type { Review, ReviewMove } from '../net/contract';

/** White's winning chances from the first position on, in percent. */
export function chances(review: Review): number[] {
  return [review.start, ...review.moves.map((move) => move.white)].map((points) => 100 * points);
}

/** The outline of White's part of the graph, in a box of 100 by 100; `of` moves fill its width. */
export function chancesPath(review: Review): string {
  const x = (ply: number): string => ((100 * ply) / Math.max(1, review.of)).toFixed(2);
  const points = chances(review).map((chance, ply) => `${x(ply)},${(100 - chance).toFixed(2)}`);
  return `M0,100L${points.join('L')}L${x(review.moves.length)},100Z`;
}

/** The moves of one side that were no good, the costliest first. */
export function costly(review: Review, isMine: (ply: number) => boolean): ReviewMove[] {
  return review.moves
    .filter((move) => move.quality !== 'sound' && isMine(move.ply))
    .sort((one, other) => other.lost - one.lost);
}
