import { attacks } from 'chessops/attacks';
import type { Chess } from 'chessops/chess';
import { SquareSet } from 'chessops/squareSet';
import { ROLES, type Color, type Role } from 'chessops/types';
import { makeSquare, parseSquare } from 'chessops/util';
import type { View } from '../game';
import type { Texts } from '../i18n';
import type { ColorName, Evaluation } from '../net/contract';
import { destinations } from './line';
import { withLetters } from './typed';

const ROLE_OF: Record<string, Role> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' };
const FIGURES: Record<string, string> = { K: '♔', Q: '♕', R: '♖', B: '♗', N: '♘' };

/** A move's notation in the letters that are set. */
export function shownSan(san: string, letters: 'en' | 'es' | 'figurine'): string {
  if (letters !== 'figurine') return withLetters(san, letters);
  return san.replace(/[KQRBN]/g, (letter) => FIGURES[letter] ?? letter);
}

/** A move as one says it: "knight takes f 3, check". */
export function sanInWords(san: string, texts: Texts): string {
  const end = san.endsWith('#') ? `, ${texts.say.mate}` : san.endsWith('+') ? `, ${texts.say.check}` : '';
  const bare = san.replace(/[+#]/g, '');
  if (bare === 'O-O') return texts.say.castlesShort + end;
  if (bare === 'O-O-O') return texts.say.castlesLong + end;
  const parts = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?$/.exec(bare);
  if (!parts) return san;
  const [, piece, from, takes, to, promotion] = parts;
  const role = piece ? ROLE_OF[piece] : undefined;
  const promoted = promotion ? ROLE_OF[promotion] : undefined;
  const words = [role && texts.role[role], from, takes && texts.say.takes, to].filter(Boolean).join(' ');
  return words + (promoted ? `, ${texts.say.promotes(texts.role[promoted])}` : '') + end;
}

/** The name of the piece on a square. */
export function pieceAt(position: Chess, square: string, texts: Texts): string | undefined {
  const index = parseSquare(square);
  const piece = index === undefined ? undefined : position.board.get(index);
  return piece && texts.piece(piece.color, piece.role);
}

/** Where the pieces stand that a letter names: upper case White, lower case Black, `A` all of a colour. */
export function piecesInWords(position: Chess, letter: string, texts: Texts): string | undefined {
  const color: Color = letter === letter.toUpperCase() ? 'white' : 'black';
  const role = letter.toUpperCase() === 'P' ? 'pawn' : ROLE_OF[letter.toUpperCase()];
  const roles = letter.toUpperCase() === 'A' ? [...ROLES].reverse() : role ? [role] : undefined;
  if (!roles) return undefined;
  const found = roles.flatMap((one) => {
    const squares = [...position.board.pieces(color, one)].map(makeSquare);
    return squares.length > 0 ? [`${texts.piece(color, one)}: ${squares.join(', ')}`] : [];
  });
  const name = role ? texts.piece(color, role) : texts.color[color];
  return found.length > 0 ? found.join('; ') : texts.say.nowhere(name);
}

/** What stands on a file or rank, square by square. */
export function lineInWords(position: Chess, line: string, texts: Texts): string | undefined {
  const file = 'abcdefgh'.indexOf(line);
  const squares =
    file >= 0 ? SquareSet.fromFile(file) : /^[1-8]$/.test(line) ? SquareSet.fromRank(Number(line) - 1) : undefined;
  if (!squares) return undefined;
  const found = [...squares].flatMap((square) => {
    const name = makeSquare(square);
    const piece = pieceAt(position, name, texts);
    return piece ? [`${name} ${piece}`] : [];
  });
  return found.length > 0 ? found.join(', ') : `${line}: ${texts.say.emptyLine}`;
}

/** Where the piece on a square may go, each move once: castling, which the rook's square names as well, by the king's. */
export function targetsToSay(position: Chess, square: string): string[] {
  const king = position.board.king.has(parseSquare(square) ?? -1);
  return (destinations(position).get(square) ?? []).filter((to) => {
    const index = parseSquare(to);
    return !(king && index !== undefined && position.board[position.turn].has(index));
  });
}

/** The moves of the piece on a square. */
export function movesOf(position: Chess, square: string, texts: Texts): string {
  const name = pieceAt(position, square, texts);
  const targets = targetsToSay(position, square);
  return name && targets.length > 0
    ? texts.say.movesOf(`${square}, ${name}`, targets.join(', '))
    : texts.say.noMoves(square);
}

/** What a queen on this square would meet first on each line. */
export function raysFrom(position: Chess, square: string, texts: Texts): string {
  const index = parseSquare(square);
  if (index === undefined) return '';
  const seen = attacks({ role: 'queen', color: 'white' }, index, position.board.occupied);
  const found = [...seen.intersect(position.board.occupied)].map((to) => {
    const name = makeSquare(to);
    return `${name} ${pieceAt(position, name, texts) ?? ''}`;
  });
  return texts.say.ray(square, found.length > 0 ? found.join(', ') : texts.say.emptyLine);
}

/** What is left on each clock, now, in milliseconds. */
export function clockMs(now: View, color: ColorName, at = performance.now()): number | null {
  const clocks = now.state?.game?.clocks;
  if (!clocks) return null;
  const left = color === 'white' ? clocks.white_ms : clocks.black_ms;
  if (clocks.running === null) return left;
  const used = Math.max(0, at - now.published - clocks.delay_ms);
  if (clocks.running === color) return Math.max(0, left - used);
  // What the side to move uses of an hourglass is given to the other.
  const other = color === 'white' ? clocks.black_ms : clocks.white_ms;
  return clocks.kind === 'hourglass' ? left + Math.min(used, other) : left;
}

/** What is left of the delay before a clock runs, now, in milliseconds. */
export function delayMs(now: View, color: ColorName, at = performance.now()): number {
  const clocks = now.state?.game?.clocks;
  return clocks?.running === color ? Math.max(0, clocks.delay_ms - (at - now.published)) : 0;
}

export function timeInWords(ms: number, texts: Texts): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [
    [Math.floor(seconds / 3600), texts.time.hours],
    [Math.floor(seconds / 60) % 60, texts.time.minutes],
    [seconds % 60, texts.time.seconds],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, say]) => say(count));
  return said.length > 0 ? said.join(' ') : texts.time.seconds(0);
}

export function clocksInWords(now: View, texts: Texts): string {
  const white = clockMs(now, 'white');
  const black = clockMs(now, 'black');
  if (white === null || black === null) return texts.time.noClock;
  const sides = ([['white', white], ['black', black]] as const).map(([color, ms]) => {
    const clocks = now.state?.game?.clocks;
    const toGo = color === 'white' ? clocks?.white_moves_to_go : clocks?.black_moves_to_go;
    const period = toGo ? `, ${texts.time.toGo(toGo)}` : '';
    return `${texts.color[color]}: ${timeInWords(ms, texts)}${period}.`;
  });
  return [...sides, ...clockKindInWords(now, texts)].join(' ');
}

/** The kind of the clocks, unless it is the usual one. */
function clockKindInWords(now: View, texts: Texts): string[] {
  const clocks = now.state?.game?.clocks;
  if (!clocks || clocks.kind === 'increment') return [];
  if (clocks.kind === 'hourglass') return [texts.time.hourglass];
  return [texts.time[clocks.kind](timeInWords(clocks.increment_ms, texts))];
}

/** Differences below this are called level, in centipawns: the evaluation is no finer. */
const LEVEL_CP = 30;

export function evaluationInWords(evaluation: Evaluation | null | undefined, texts: Texts): string {
  if (evaluation?.mate) {
    return texts.say.mateIn(texts.color[evaluation.mate > 0 ? 'white' : 'black'], Math.abs(evaluation.mate));
  }
  const cp = evaluation?.cp;
  if (cp === undefined || cp === null) return texts.say.noEvaluation;
  if (Math.abs(cp) < LEVEL_CP) return texts.say.level;
  const pawns = (cp / 100).toLocaleString(texts.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return texts.say.evaluation(cp > 0 ? `+${pawns}` : pawns.replace('-', '−'));
}
