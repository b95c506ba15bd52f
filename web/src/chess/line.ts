import { Chess } from 'chessops/chess';
import { INITIAL_FEN, makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import { chessgroundDests } from 'chessops/compat';
import type { Move } from 'chessops/types';
import { makeSquare, parseUci } from 'chessops/util';

/** One move of a game, with the position that it leads to. */
export interface LineMove {
  uci: string;
  san: string;
  after: Chess;
}

/** A game as positions: where it starts, and every move. */
export interface Line {
  startFen: string;
  start: Chess;
  moves: LineMove[];
}

export const START_FEN = INITIAL_FEN;

export function positionFromFen(fen: string): Chess | undefined {
  return parseFen(fen)
    .chain((setup) => Chess.fromSetup(setup))
    .unwrap(
      (position) => position,
      () => undefined,
    );
}

/** Plays `ucis` from `startFen`; positions that `known` has in common are not computed again. */
export function buildLine(startFen: string, ucis: readonly string[], known?: Line): Line {
  const same = known !== undefined && known.startFen === startFen;
  const start = same ? known.start : (positionFromFen(startFen) ?? Chess.default());
  const moves: LineMove[] = [];
  let stillSame = same;
  for (const [index, uci] of ucis.entries()) {
    const seen = stillSame ? known?.moves[index] : undefined;
    if (seen && seen.uci === uci) {
      moves.push(seen);
      continue;
    }
    stillSame = false;
    const move = parseUci(uci);
    const after = (moves.at(-1)?.after ?? start).clone();
    if (!move || !after.isLegal(move)) break;
    moves.push({ uci, san: makeSanAndPlay(after, move), after });
  }
  return { startFen, start, moves };
}

/** The position after `ply` moves of the line. */
export function positionAt(line: Line, ply: number): Chess {
  return ply <= 0 ? line.start : (line.moves[ply - 1]?.after ?? line.moves.at(-1)?.after ?? line.start);
}

export function fenOf(position: Chess): string {
  return makeFen(position.toSetup());
}

/** "12." before a move of White, "12…" before one of Black. */
export function moveNumber(line: Line, index: number): string {
  const before = positionAt(line, index);
  return `${before.fullmoves}${before.turn === 'white' ? '.' : '…'}`;
}

export function destinations(position: Chess): Map<string, string[]> {
  return chessgroundDests(position) as Map<string, string[]>;
}

/** Every legal move of the position; castling as the king's move of two squares. */
export function legalMoves(position: Chess): Move[] {
  const moves: Move[] = [];
  for (const [from, squares] of position.allDests()) {
    const pawn = position.board.pawn.has(from);
    const castles = position.board.king.has(from);
    for (const to of squares) {
      if (castles && position.board[position.turn].has(to)) {
        // chessops names castling by the rook's square; the page, like UCI, by where the king goes.
        moves.push({ from, to: (to > from ? 6 : 2) + (from & 56) });
        continue;
      }
      if (pawn && (to >> 3 === 0 || to >> 3 === 7)) {
        for (const promotion of ['queen', 'rook', 'bishop', 'knight'] as const) moves.push({ from, to, promotion });
      } else {
        moves.push({ from, to });
      }
    }
  }
  return moves;
}

const PROMOTION_LETTER = { queen: 'q', rook: 'r', bishop: 'b', knight: 'n', king: 'k', pawn: 'p' } as const;

export function uciOf(move: Move): string {
  if (!('from' in move)) return '';
  return makeSquare(move.from) + makeSquare(move.to) + (move.promotion ? PROMOTION_LETTER[move.promotion] : '');
}
