import type { Chess } from 'chessops/chess';
import { parseUci } from 'chessops/util';
import { goToBoard } from './board/inView';
import { buildLine, positionAt, type Line, START_FEN } from './chess/line';
import { ApiError, api, type Place } from './net/api';
import { premoveInWords } from './chess/premove';
import type { ColorName, State } from './net/contract';
import { checkStream, connect, listen, type Connection } from './net/events';
import { texts } from './i18n';
import { loadLevels } from './levels';
import { refusalInWords } from './refusal';
import { createStore } from './store';

/** A move that was made here and of which the server has not told yet. */
interface Pending extends Place {
  uci: string;
}

export type DialogName = 'new' | 'load' | 'settings' | 'about' | 'help';

export interface View {
  connection: Connection;
  state: State | null;
  line: Line;
  pending: Pending | null;
  /** Number of moves shown on the board; null follows the game. */
  shown: number | null;
  flipped: boolean;
  /** The move that is played as soon as it is the user's turn. */
  premove: string | null;
  dialog: DialogName | null;
  /** A sentence about what was asked last: a refusal, an answer of a command. */
  message: string;
  /** When the state was published, for the clocks (`performance.now()`). */
  published: number;
}

export const view = createStore<View>({
  connection: 'connecting',
  state: null,
  line: buildLine(START_FEN, []),
  pending: null,
  shown: null,
  flipped: false,
  premove: null,
  dialog: null,
  message: '',
  published: 0,
});

/** The game with the move that is under way. */
function lineOf(state: State, pending: Pending | null, known: Line): Line {
  const game = state.game;
  if (!game) return buildLine(START_FEN, []);
  const ucis = game.moves.map((move) => move.uci);
  if (pending && pending.game === game.id && pending.ply === ucis.length) ucis.push(pending.uci);
  return buildLine(game.start_fen, ucis, known);
}

/** Version of the newest state; a server that was started again counts anew. */
let newest = -1;

/** When a state was published. The way from the server only adds to its age, so the earliest time that was heard is the best. */
function publishedAt(state: State, before: View): number {
  const at = performance.now() - state.age_ms;
  return state.version === before.state?.version ? Math.min(at, before.published) : at;
}

export function receive(state: State): void {
  if (state.version < newest) return;
  newest = state.version;
  const before = view.get();
  const game = state.game;
  let pending = before.pending;
  if (pending && (!game || game.id !== pending.game || game.moves.length > pending.ply || game.result)) pending = null;
  const sameGame = before.state?.game?.id === game?.id;
  const count = game?.moves.length ?? 0;
  const shown = sameGame && before.shown !== null && before.shown < count ? before.shown : null;
  view.update({
    state,
    pending,
    line: lineOf(state, pending, before.line),
    shown,
    premove: sameGame && !game?.result && count >= (before.state?.game?.moves.length ?? 0) ? before.premove : null,
    published: publishedAt(state, before),
    ...(sameGame ? {} : { flipped: false, message: '' }),
  });
  playPremove();
}

/** Plays the premove if it is the user's turn; one that is not legal then is forgotten. */
function playPremove(): void {
  const { premove } = view.get();
  if (premove === null || !isMyTurn()) return;
  if (!playMove(premove)) view.update({ premove: null, message: texts().field.premoveLost(premoveInWords(premove, texts())) });
}

/** Notes a move for the user's next turn, or plays it if that has come. */
export function setPremove(uci: string | null): void {
  view.update({ premove: uci });
  playPremove();
}

export function start(): void {
  loadLevels();
  listen({
    state: receive,
    connection: (connection) => {
      view.update({ connection });
      if (connection !== 'open') newest = -1;
      if (connection !== 'open') return;
      loadLevels();
      void resend();
    },
  });
  connect();
}

/** The move may have been lost with the connection: the server takes the same command twice as one. */
async function resend(): Promise<void> {
  const pending = view.get().pending;
  if (pending) await send(pending);
}

async function send(pending: Pending): Promise<void> {
  try {
    receive(await api.move({ game: pending.game, ply: pending.ply }, pending.uci));
  } catch (error) {
    // While the server is away the move stays on the board and is sent when it is back.
    if (error instanceof ApiError && error.status === 0) {
      checkStream();
      setTimeout(() => view.get().pending === pending && void send(pending), 1_000);
      return;
    }
    if (view.get().pending === pending) {
      const state = view.get().state;
      view.update({ pending: null, ...(state ? { line: lineOf(state, null, view.get().line) } : {}) });
    }
    refused(error);
  }
}

function refused(error: unknown): void {
  if (error instanceof ApiError) {
    if (error.state) receive(error.state);
    if (error.status === 0) checkStream();
  }
  view.update({ message: refusalInWords(error, texts()) });
}

/** Does what the server is asked for and shows its answer; a refusal is told in a sentence. */
export async function act(ask: () => Promise<State>): Promise<boolean> {
  try {
    view.update({ message: '' });
    receive(await ask());
    return true;
  } catch (error) {
    refused(error);
    return false;
  }
}

/** Where a command belongs to: the game and its number of moves. */
export function place(): Place | null {
  const game = view.get().state?.game;
  return game ? { game: game.id, ply: game.moves.length } : null;
}

export function livePosition(): Chess {
  const { line } = view.get();
  return positionAt(line, line.moves.length);
}

export function shownPly(of: View = view.get()): number {
  return of.shown ?? of.line.moves.length;
}

/** The position on the board, which may be an earlier one. */
export function shownPosition(): Chess {
  return positionAt(view.get().line, shownPly());
}

export function isMyTurn(of: View = view.get()): boolean {
  const game = of.state?.game;
  return !!game && !game.result && of.pending === null && game.turn === game.human;
}

export function orientation(of: View): ColorName {
  const mine = of.state?.game?.human ?? 'white';
  return of.flipped ? (mine === 'white' ? 'black' : 'white') : mine;
}

/** Plays a legal move of the user, shown at once and sent. */
export function playMove(uci: string): boolean {
  const now = view.get();
  const at = place();
  const move = parseUci(uci);
  if (!at || !now.state || !isMyTurn(now) || !move || !livePosition().isLegal(move)) return false;
  const pending = { ...at, uci };
  view.update({ pending, shown: null, premove: null, message: '', line: lineOf(now.state, pending, now.line) });
  void send(pending);
  return true;
}

export function show(ply: number | null): void {
  const count = view.get().line.moves.length;
  view.update({ shown: ply === null || ply >= count ? null : Math.max(0, ply) });
}

export const commands = {
  takeBack(moves = 1): void {
    const at = place();
    if (!at) return;
    if (moves <= 1) void act(() => api.takeBack(at));
    else void act(() => api.takeBack(at, Math.max(0, at.ply - 2 * moves + (isMyTurn() ? 0 : 1))));
  },
  playOn(ply: number): void {
    const at = place();
    const game = view.get().state?.game;
    if (!at || !game) return;
    const engineToMove = positionAt(view.get().line, ply).turn !== game.human;
    void act(() => api.takeBack(at, ply, engineToMove)).then((done) => done && show(null));
  },
  /** Begins another game by the settings, with the other colour unless it is drawn. */
  again(): void {
    const state = view.get().state;
    if (!state?.game) return;
    const other = state.game.human === 'white' ? 'black' : 'white';
    const color = state.settings.color === 'random' ? 'random' : other;
    void act(() => api.newGame({ color })).then((done) => done && goToBoard());
  },
  draw(): void {
    const at = place();
    if (at) void act(() => api.offerDraw(at));
  },
  /** Ends a game that has not begun for both sides, without a result; false if it has. */
  abort(): boolean {
    const at = place();
    const game = view.get().state?.game;
    if (!at || !game || game.result || at.ply > game.given_plies + 1) return false;
    const engineBegan = at.ply > game.given_plies && isMyTurn();
    const nothing = at.ply === game.given_plies;
    // With the engine's first move the user gets its side, so that it does not move again.
    void (nothing ? Promise.resolve(true) : act(() => api.takeBack(at, game.given_plies, engineBegan))).then((done) => {
      if (!done) return;
      view.update({ message: texts().say.aborted });
      commands.open('new');
    });
    return true;
  },
  resign(): void {
    const at = place();
    if (at) void act(() => api.resign(at));
  },
  hint(): void {
    const at = place();
    const hint = view.get().state?.game?.hint;
    if (at) void act(() => api.hint(at, hint && hint.ply === at.ply ? 'move' : 'idea'));
  },
  /** Takes back the move of which the coach has warned, and plays this one; the same move is played in spite of the warning. */
  playInstead(uci: string): void {
    const at = place();
    const warned = view.get().line.moves.at(-1)?.uci;
    if (!at) return;
    if (uci === warned) commands.insist();
    else void act(() => api.takeBack(at)).then((done) => done && playMove(uci));
  },
  insist(): void {
    const at = place();
    if (at) void act(() => api.insist(at));
  },
  flip(): void {
    view.update({ flipped: !view.get().flipped });
  },
  open(dialog: DialogName | null): void {
    view.update({ dialog });
  },
};
