/** Moves that are chosen while the engine thinks, to be played if they are legal afterwards. */
import { attacks } from 'chessops/attacks';
import type { Chess } from 'chessops/chess';
import { SquareSet } from 'chessops/squareSet';
import { makeSquare, parseSquare } from 'chessops/util';
import type { Texts } from '../i18n';
import type { ColorName } from '../net/contract';
import { readTypedMove, type PieceLetters } from './typed';

/** Squares that the piece could reach if nothing stood in its way; none for a square without a piece of that colour. */
export function premoveTargets(position: Chess, square: string, color: ColorName): string[] {
  const from = parseSquare(square);
  const piece = from === undefined ? undefined : position.board.get(from);
  if (from === undefined || piece?.color !== color) return [];
  const up = color === 'white' ? 8 : -8;
  const home = color === 'white' ? 0 : 7;
  let found = attacks(piece, from, SquareSet.empty());
  if (piece.role === 'pawn') {
    found = found.with(from + up);
    if (from >> 3 === home + Math.sign(up)) found = found.with(from + 2 * up);
  }
  const mayCastle = position.castles.castlingRights.intersects(SquareSet.fromRank(home));
  if (piece.role === 'king' && mayCastle && from === 4 + 8 * home) found = found.with(from + 2).with(from - 2);
  return [...found].map(makeSquare);
}

/** True if the move takes a pawn to the last rank. */
export function promotes(position: Chess, from: string, to: string): boolean {
  const square = parseSquare(from);
  return square !== undefined && position.board.pawn.has(square) && /[18]$/.test(to);
}

/** Reads a typed move of the side that waits: as if it were its turn, else by the two squares. A pawn becomes a queen unless told. */
export function readPremove(position: Chess, text: string, color: ColorName, letters: PieceLetters): string | undefined {
  const mine = position.clone();
  mine.turn = color;
  mine.epSquare = undefined;
  const read = readTypedMove(mine, text, letters);
  if (read.kind === 'move') return read.uci;
  const [, from = '', to = '', letter] = /^([a-h][1-8])-?([a-h][1-8])=?([qrbn])?$/i.exec(text.trim())?.map((part) => part?.toLowerCase()) ?? [];
  if (!premoveTargets(position, from, color).includes(to)) return undefined;
  return from + to + (promotes(position, from, to) ? (letter ?? 'q') : '');
}

const ROLES = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' } as const;

/** "e7 e8, promotes to knight". */
export function premoveInWords(uci: string, texts: Texts): string {
  const role = ROLES[(uci[4] ?? '') as keyof typeof ROLES] as (typeof ROLES)[keyof typeof ROLES] | undefined;
  return `${uci.slice(0, 2)} ${uci.slice(2, 4)}${role ? `, ${texts.say.promotes(texts.role[role])}` : ''}`;
}
