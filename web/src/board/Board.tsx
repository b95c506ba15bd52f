import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Key } from '@lichess-org/chessground/types';
import { useEffect, useRef, useState } from 'preact/hooks';
import { destinations, fenOf, positionAt } from '../chess/line';
import { promotes } from '../chess/premove';
import { isMyTurn, orientation, playMove, setPremove, show, shownPly, view } from '../game';
import { useTexts } from '../i18n';
import { settings } from '../settings';
import { useStore } from '../store';
import { Promotion } from './Promotion';
import { SquareTable } from './SquareTable';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Squares that the engine's sentence speaks of are drawn as circles. */
function circles(squares: readonly string[]) {
  return squares.map((square) => ({ orig: square as Key, brush: 'paleBlue' }));
}

/** The board: chessground for mouse and touch, and over it a table of buttons for keyboard and screen reader. */
export function Board() {
  const texts = useTexts();
  const now = useStore(view);
  const choice = useStore(settings);
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api | null>(null);
  const [promoting, setPromoting] = useState<string | null>(null);
  const [redraws, redraw] = useState(0);

  const ply = shownPly(now);
  const position = positionAt(now.line, ply);
  const live = now.shown === null;
  const game = now.state?.game ?? null;
  const mine = game?.human ?? 'white';
  const playing = live && !!game && !game.result;

  const make = (uci: string): void => {
    if (!isMyTurn()) setPremove(uci);
    else if (!playMove(uci)) redraw((count) => count + 1);
  };
  const attempt = (from: string, to: string): void => {
    if (promotes(position, from, to)) setPromoting(from + to);
    else make(from + to);
  };
  // chessground keeps its callbacks, so they reach the newest attempt through this.
  const latest = useRef(attempt);
  latest.current = attempt;

  useEffect(() => {
    if (!element.current) return;
    const made = Chessground(element.current, {
      disableContextMenu: true,
      trustAllEvents: false,
      premovable: {
        enabled: true,
        events: {
          set: (from, to) => latest.current(from, to),
          unset: () => setPremove(null),
        },
      },
      movable: { free: false, rookCastle: true, events: { after: (from, to) => latest.current(from, to) } },
      draggable: { enabled: true, showGhost: true },
      drawable: { enabled: true },
    });
    ground.current = made;
    return () => made.destroy();
  }, []);

  const lastMove = now.line.moves[ply - 1]?.uci;
  useEffect(() => {
    const myTurn = isMyTurn(now);
    ground.current?.set({
      fen: fenOf(position),
      orientation: orientation(now),
      turnColor: position.turn,
      check: position.isCheck(),
      lastMove: lastMove ? [lastMove.slice(0, 2) as Key, lastMove.slice(2, 4) as Key] : [],
      coordinates: choice.coordinates,
      animation: { enabled: !reducedMotion.matches, duration: 180 },
      movable: {
        // Not viewOnly: chessground drops its listeners for good when it is drawn anew while that is set.
        color: playing ? mine : ('none' as never),
        dests: playing && myTurn ? (destinations(position) as Map<Key, Key[]>) : new Map(),
        showDests: choice.showLegal,
      },
      premovable: { enabled: playing, showDests: choice.showLegal },
    });
  }, [now.line, now.state, now.shown, now.flipped, now.pending, choice, redraws]);

  useEffect(() => {
    const aim = live && ply > 0 ? now.state?.aim : null;
    const squares = aim?.squares ?? [];
    const otherwise = aim?.otherwise && aim.otherwise.uci !== lastMove ? aim.otherwise.uci : null;
    const reply = live ? game?.warning?.reply?.uci : undefined;
    const hint = game?.hint && game.hint.ply === ply && live ? game.hint : null;
    ground.current?.setAutoShapes([
      ...circles(squares),
      ...(otherwise
        ? [{ orig: otherwise.slice(0, 2) as Key, dest: otherwise.slice(2, 4) as Key, brush: 'paleGrey' }]
        : []),
      ...(reply ? [{ orig: reply.slice(0, 2) as Key, dest: reply.slice(2, 4) as Key, brush: 'red' }] : []),
      ...(hint
        ? [{ orig: hint.from as Key, brush: 'green', ...(hint.uci ? { dest: hint.uci.slice(2, 4) as Key } : {}) }]
        : []),
    ]);
  }, [now.state?.aim, game?.hint, game?.warning, now.shown, now.line]);

  // Premoves come by keyboard and typed, too.
  useEffect(() => {
    const premove = now.premove;
    const made = ground.current;
    if (!made) return;
    if (premove) made.state.premovable.current = [premove.slice(0, 2) as Key, premove.slice(2, 4) as Key];
    else delete made.state.premovable.current;
    made.redrawAll();
  }, [now.premove]);

  return (
    <div class={`board board-${choice.board}`}>
      <div class="ground" ref={element} aria-hidden="true" />
      <SquareTable position={position} lastMove={lastMove} playing={playing} attempt={attempt} />
      {promoting && (
        <Promotion
          color={mine}
          choose={(letter) => {
            setPromoting(null);
            if (letter !== null) return make(promoting + letter);
            ground.current?.cancelPremove();
            redraw((count) => count + 1);
          }}
        />
      )}
      {!live && (
        <button type="button" class="board-note" onClick={() => show(null)}>
          {texts.board.viewing} <span class="link">{texts.moves.live}</span>
        </button>
      )}
    </div>
  );
}
