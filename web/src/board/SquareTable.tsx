import type { Chess } from 'chessops/chess';
import type { Role } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../announce';
import { moveInWords } from '../chess/shown';
import { clocksInWords, movesOf, pieceAt, raysFrom, targetsToSay } from '../chess/words';
import { destinations } from '../chess/line';
import { premoveTargets } from '../chess/premove';
import { isMyTurn, orientation, setPremove, shownPly, view } from '../game';
import { useTexts } from '../i18n';
import { useStore } from '../store';

const FILES = 'abcdefgh';
const ROLE_KEYS: Record<string, Role> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Props {
  position: Chess;
  lastMove: string | undefined;
  playing: boolean;
  attempt(from: string, to: string): void;
}

/** The squares in reading order, as the board is turned. */
function rows(turned: boolean): string[][] {
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [...FILES].map((file) => file + rank));
  return turned ? ranks.reverse().map((rank) => rank.reverse()) : ranks;
}

/** The board as a table of named buttons. Mouse and touch go through it to the board below. */
export function SquareTable({ position, lastMove, playing, attempt }: Props) {
  const texts = useTexts();
  const now = useStore(view);
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState('e2');
  const [picked, setPicked] = useState<string | null>(null);
  const grid = rows(orientation(now) === 'black');
  const dests = destinations(position);
  /** Where the piece may go now, or by a premove; undefined for what the user cannot move. */
  const targetsOf = (square: string): string[] | undefined => {
    if (!playing) return undefined;
    if (isMyTurn(now)) return dests.get(square);
    const targets = premoveTargets(position, square, now.state?.game?.human ?? 'white');
    return targets.length > 0 ? targets : undefined;
  };
  const pickedTargets = picked === null ? undefined : targetsOf(picked);

  // Before the next key is heard: a piece picked up as soon as the answer is there must not be put back.
  useLayoutEffect(() => setPicked(null), [position]);

  const go = (square: string): void => {
    setAt(square);
    table.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  };

  const press = (square: string): void => {
    const name = pieceAt(position, square, texts);
    if (picked && picked !== square && pickedTargets?.includes(square)) {
      setPicked(null);
      attempt(picked, square);
      return;
    }
    if (picked === square) {
      setPicked(null);
      return;
    }
    const targets = targetsOf(square);
    if (targets) {
      setPicked(square);
      const count = isMyTurn(now) ? targetsToSay(position, square).length : targets.length;
      announce(texts.board.picked(`${square}, ${name}`, count));
    } else {
      announce(picked ? texts.board.notThere : name ? texts.board.cannotMove(name) : texts.board.emptySquare);
    }
  };

  const jump = (role: Role, backwards: boolean): void => {
    const order = grid.flat();
    if (backwards) order.reverse();
    const from = order.indexOf(at);
    const next = [...order.slice(from + 1), ...order.slice(0, from + 1)].find((square) => {
      const index = parseSquare(square);
      return index !== undefined && position.board[role].has(index);
    });
    if (next) go(next);
    else announce(texts.say.nowhere(texts.role[role]));
  };

  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    const role = ROLE_KEYS[event.key.toLowerCase()];
    if (arrow) {
      const row = grid.findIndex((squares) => squares.includes(at));
      const column = grid[row]?.indexOf(at) ?? 0;
      const next = grid[row + arrow[1]]?.[column + arrow[0]];
      if (next) go(next);
    } else if (role) jump(role, event.shiftKey);
    else if (/^[1-8]$/.test(event.key)) go((at[0] ?? 'e') + event.key);
    else if (event.key === 'm') announce(movesOf(position, at, texts));
    else if (event.key === 'x') announce(raysFrom(position, at, texts));
    else if (event.key === 'c') announce(clocksInWords(now, texts));
    else if (event.key === 'l') announce(moveInWords(now, shownPly(now), texts));
    else if (event.key === 'i') document.getElementById('move-field')?.focus();
    else if (event.key === 'Escape') {
      setPicked(null);
      if (now.premove) setPremove(null);
    }
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <table class="squares" ref={table} aria-label={texts.board.label} onKeyDown={key}>
      <tbody>
        {grid.map((squares) => (
          <tr key={squares[0]}>
            {squares.map((square) => {
              const index = parseSquare(square);
              const piece = index === undefined ? undefined : pieceAt(position, square, texts);
              const notes = [
                picked === square && texts.squareState.selected,
                pickedTargets?.includes(square) && texts.squareState.target,
                lastMove?.slice(2, 4) === square && texts.squareState.lastMove,
              ].filter((note): note is string => typeof note === 'string');
              return (
                <td key={square}>
                  <button
                    type="button"
                    data-square={square}
                    class={picked === square ? 'picked' : notes.includes(texts.squareState.target) ? 'target' : ''}
                    tabIndex={square === at ? 0 : -1}
                    aria-label={[texts.square(square, piece), ...notes].join(', ')}
                    onFocus={() => setAt(square)}
                    onClick={() => press(square)}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

