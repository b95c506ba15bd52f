import { Chess } from 'chessops/chess';
import { parseSan } from 'chessops/san';
import { fenOf } from '../../chess/line';
import type { AmongPeers, PointsFinding, ReportPosition } from '../../net/report';

/** The most strengths, and weaknesses, that are shown. */
export const MOST_FINDINGS = 6;

/** The most groups of peers that are shown. */
export const MOST_GROUPS = 6;

/** The most traits that are shown; all of them stand in the table of habits. */
export const MOST_TRAITS = 12;

/** The words of a value that is more, or less, than usual. */
const MORE: readonly string[] = ['much', 'rather much'];
const LESS: readonly string[] = ['little', 'rather little'];

type Direction = 'more' | 'less';

/** A part of the report that shows positions. */
type Part = 'strengths' | 'weaknesses' | 'training' | 'openings' | 'traits';

/** The board, who is to move and their rights, whatever the numbers of moves are. */
const boardOf = ({ fen }: ReportPosition): string => fen.split(' ').slice(0, 4).join(' ');

/** The positions of a finding that stand nowhere else, and how many stand in another part or at an earlier finding. */
export function positionsOfFinding(among: AmongPeers, found: PointsFinding): { own: ReportPosition[]; elsewhere: Map<Part, number> } {
  const others: [Part, { positions: ReportPosition[] }][] = [];
  const findings = (['strengths', 'weaknesses'] as const).flatMap((part) => among[part].slice(0, MOST_FINDINGS).map((one) => [part, one] as const));
  const place = findings.findIndex(([, one]) => one === found);
  for (const [part, one] of findings.slice(0, Math.max(0, place))) others.push([part, one]);
  for (const one of among.training) others.push(['training', one]);
  for (const one of among.openings) others.push(['openings', one]);
  for (const one of among.traits.slice(0, MOST_TRAITS)) others.push(['traits', one]);
  const own: ReportPosition[] = [];
  const elsewhere = new Map<Part, number>();
  for (const position of found.positions) {
    const other = others.find(([, one]) => one.positions.some((shown) => boardOf(shown) === boardOf(position)));
    if (other) elsewhere.set(other[0], (elsewhere.get(other[0]) ?? 0) + 1);
    else own.push(position);
  }
  return { own, elsewhere };
}

/** Positions in which the user did more, or less, of a habit than peers: those of a trait, or of something to train. */
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
