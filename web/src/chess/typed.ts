import type { Chess } from 'chessops/chess';
import { makeSan } from 'chessops/san';
import { makeSquare } from 'chessops/util';
import { legalMoves, uciOf } from './line';

/** The languages in which piece letters are read. */
export type PieceLetters = 'en' | 'es';

const SPANISH: Record<string, string> = { K: 'R', Q: 'D', R: 'T', B: 'A', N: 'C' };

/** Writes a move's English notation with the letters of `letters`. */
export function withLetters(san: string, letters: PieceLetters): string {
  return letters === 'en' ? san : san.replace(/[KQRBN]/g, (letter) => SPANISH[letter] ?? letter);
}

/** What a typed text means: a move, several moves, or none. */
export type TypedMove =
  | { kind: 'move'; uci: string; san: string }
  | { kind: 'ambiguous'; sans: string[] }
  | { kind: 'none' };

interface Spelling {
  uci: string;
  san: string;
  keys: Record<PieceLetters, string[]>;
}

/** Leaves only what tells moves apart: no captures, checks, comments on quality or promotion signs. */
function normalised(text: string): string {
  return text
    .trim()
    .replace(/e\.?p\.?$/i, '')
    .replace(/[\s+#!?x×:=.,()†‡]/g, '')
    .replace(/[-–—]/g, '')
    .replace(/^[0oO]{3}$/, 'OOO')
    .replace(/^[0oO]{2}$/, 'OO');
}

function spellings(position: Chess): Spelling[] {
  return legalMoves(position).map((move) => {
    const uci = uciOf(move);
    const san = makeSan(position, move);
    const keys: Record<PieceLetters, string[]> = { en: [], es: [] };
    const piece = /^[KQRBN]/.exec(san)?.[0] ?? '';
    const promotion = /=([QRBN])/.exec(san)?.[1] ?? '';
    for (const letters of ['en', 'es'] as const) {
      const short = normalised(withLetters(san, letters));
      const letter = withLetters(piece, letters);
      const all = new Set([short]);
      if (!san.startsWith('O')) {
        const from = 'from' in move ? makeSquare(move.from) : '';
        const to = uci.slice(2, 4);
        const end = withLetters(promotion, letters);
        for (const origin of [from, from[0] ?? '', from[1] ?? '']) all.add(letter + origin + to + end);
        // "Qd2" where two queens can go there must not pass: only the notation's own short form is one move.
        if (piece !== '') all.add(letter + to + end);
        if (piece === '' && from[0] === to[0]) all.add(to + end);
      }
      keys[letters] = [...all];
    }
    return { uci, san, keys };
  });
}

function distinct(found: Spelling[]): TypedMove {
  const first = found[0];
  if (!first) return { kind: 'none' };
  if (found.length > 1) return { kind: 'ambiguous', sans: found.map((spelling) => spelling.san) };
  return { kind: 'move', uci: first.uci, san: first.san };
}

/**
 * Reads a typed move: algebraic notation with English or Spanish letters, or UCI.
 *
 * The letters of `preferred` win ("R" is a rook in English and a king in Spanish), then exact case, so that "b4" is a
 * pawn's move, and "bc4" only a bishop's where no pawn can take there.
 */
export function readTypedMove(position: Chess, text: string, preferred: PieceLetters): TypedMove {
  const typed = normalised(text);
  if (typed === '') return { kind: 'none' };
  const all = spellings(position);
  const uci = typed.toLowerCase();
  const exactUci = all.find((spelling) => spelling.uci === uci || spelling.uci === `${uci}q`);
  if (exactUci) return { kind: 'move', uci: exactUci.uci, san: exactUci.san };
  const other: PieceLetters = preferred === 'en' ? 'es' : 'en';
  const lower = typed.toLowerCase();
  for (const letters of [preferred, other]) {
    const found = distinct(all.filter((spelling) => spelling.keys[letters].includes(typed)));
    if (found.kind !== 'none') return found;
  }
  for (const letters of [preferred, other]) {
    const found = distinct(
      all.filter((spelling) => spelling.keys[letters].some((key) => key.toLowerCase() === lower)),
    );
    if (found.kind !== 'none') return found;
  }
  return { kind: 'none' };
}
