import { parseFen } from 'chessops/fen';
import type { Color, Role } from 'chessops/types';
import type { ColorName } from '../net/contract';

/** The drawings of the pieces, by file: `../pieces/wN.svg`. */
const FILES = import.meta.glob<string>('../pieces/*.svg', { query: '?raw', import: 'default', eager: true });

/** The width of a square, which is that of a drawing. */
const SQUARE = 45;
const SIDE = 8 * SQUARE;

const LETTERS: Record<Role, string> = { pawn: 'P', knight: 'N', bishop: 'B', rook: 'R', queen: 'Q', king: 'K' };

const idOf = (color: Color, role: Role): string => `piece-${color === 'white' ? 'w' : 'b'}${LETTERS[role]}`;

/** All dark squares as one shape; it is the same from both sides. */
const DARK = Array.from({ length: 64 }, (_, place) => [place % 8, Math.floor(place / 8)] as const)
  .filter(([column, row]) => (column + row) % 2 === 1)
  .map(([column, row]) => `M${SQUARE * column},${SQUARE * row}h${SQUARE}v${SQUARE}h-${SQUARE}z`)
  .join('');

/** The pieces that all diagrams of a page use. They stand in it once, so that a saved page needs no other file. */
export function PieceDrawings() {
  return (
    <svg class="offscreen" width="0" height="0" aria-hidden="true">
      <defs>
        {Object.entries(FILES).map(([file, drawing]) => (
          <g
            key={file}
            id={`piece-${/(\w\w)\.svg$/.exec(file)?.[1] ?? ''}`}
            dangerouslySetInnerHTML={{ __html: drawing.replace(/<\/?svg[^>]*>/g, '') }}
          />
        ))}
      </defs>
    </svg>
  );
}

/** A position as a picture, seen from the side of `color`. The page needs the `PieceDrawings` beside it. */
export function Diagram({ fen, color }: { fen: string; color: ColorName }) {
  const board = parseFen(fen).unwrap(
    (setup) => setup.board,
    () => undefined,
  );
  if (!board) return null;
  const at = (index: number): number => SQUARE * (color === 'white' ? index : 7 - index);
  return (
    <svg class="diagram" viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
      <rect class="light" width={SIDE} height={SIDE} />
      <path class="dark" d={DARK} />
      {[...board].map(([square, piece]) => (
        <use key={square} href={`#${idOf(piece.color, piece.role)}`} x={at(square % 8)} y={at(7 - (square >> 3))} />
      ))}
    </svg>
  );
}
