import { Chess } from 'chessops/chess';
import { parseSan } from 'chessops/san';
import { fenOf } from '../../chess/line';
import type { AmongPeers, ReportPosition } from '../../net/report';

/** The words of a value that is more, or less, than usual. */
const MORE: readonly string[] = ['much', 'rather much'];
const LESS: readonly string[] = ['little', 'rather little'];

type Direction = 'more' | 'less';

/**
 * Positions in which the user did more, or less, of a habit than peers: those of a trait, or of something to train.
 * The report has none for habits that are neither.
 */
export function positionsOfHabit(among: AmongPeers, habit: string, direction: Direction): ReportPosition[] {
  const found = among.traits.find((one) => one.habit === habit && one.direction === direction);
  // What to train is shown by games in which the user did the contrary.
  const contrary = among.training.find((one) => one.kind === 'habit' && one.habit === habit && one.direction !== direction);
  return found?.positions ?? contrary?.positions ?? [];
}

/** Positions in which a sign has the value that a reason names. */
export function positionsOfReason(among: AmongPeers, sign: string, value: string): ReportPosition[] {
  if (MORE.includes(value)) return positionsOfHabit(among, sign, 'more');
  return LESS.includes(value) ? positionsOfHabit(among, sign, 'less') : [];
}

/** Positions of games of one course, if the report names it as something to train. */
export function positionsOfCourse(among: AmongPeers, name: string): ReportPosition[] {
  return among.training.find((one) => one.kind === 'course' && one.name === name)?.positions ?? [];
}

/** The position after the moves that an opponent is advised to go for: `With White, go for 1. e4 c5`. */
export function positionAdvised(choice: string): ReportPosition[] {
  const advised = /^With (White|Black), go for (.*)$/.exec(choice);
  const moves = advised?.[2];
  if (moves === undefined) return [];
  const position = Chess.default();
  for (const san of moves.split(' ').filter((word) => !/^\d+\.+$/.test(word))) {
    const move = parseSan(position, san);
    if (!move) return [];
    position.play(move);
  }
  const color = advised?.[1] === 'White' ? 'black' : 'white';
  return [{ fen: fenOf(position), color, game: '', outcome: '', place: '', number: 0, moves: [moves] }];
}
