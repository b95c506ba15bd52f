/** A server that answers after `src/serve/openapi.json`, for tests of the page alone. It plays random legal moves. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFileSync, existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Chess } from 'chessops/chess';
import { makeFen, INITIAL_FEN } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import { parsePgn } from 'chessops/pgn';
import { parseUci } from 'chessops/util';
import { buildLine, type Line, fenOf, legalMoves, positionAt, positionFromFen, uciOf } from '../src/chess/line';
import { readTypedMove } from '../src/chess/typed';
import { LONGEST_COMMAND } from '../src/net/api';
import { Shelves } from './mock-shelves';
import type { AxisScore, Clocks, Game, HistoryStep, State, StepHabit } from '../src/net/contract';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A generator of numbers in [0, 1) that gives the same games for one seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** How often the runs of the mock go on, in milliseconds. */
const EVERY_MS = 1_000;

/** A user whose games can neither be read nor stored. */
export const LOCKED = 'Locked';

interface Saved {
  id: string;
  startFen: string;
  ucis: string[];
  human: 'white' | 'black';
  player: string | null;
  by: string[];
  given: number;
  over: Game['result'];
  level: State['settings']['level'];
}

export interface MockOptions {
  dist: string;
  seed: number;
  engineMs: number;
}

/** A habit of the user, or of the other side, that explains half a step. */
function habit(sign: string, question: string, usual: number): StepHabit {
  return { sign, question, before: 'rather much', value: 'much', usual, share: 0.5 };
}

const OFFERED = [
  habit('offer', 'moves that put a pawn or more at risk on their square', 0.24),
  habit('opponent:threat', 'the opponent: quiet moves that attack a greater piece', 0.004),
];

/** The end of a game that is pasted with this result; null if it is unfinished. */
function resultOf(score: string | undefined): Game['result'] {
  if (score !== '1-0' && score !== '0-1' && score !== '1/2-1/2') return null;
  const winner = score === '1-0' ? 'white' : score === '0-1' ? 'black' : null;
  return { score, winner, termination: 'unknown', given: true, text: 'over' };
}

export class Mock {
  private server: Server | undefined;
  private readonly streams = new Set<ServerResponse>();
  private readonly random: () => number;
  private readonly shelves = new Shelves((event, data) => this.tell(event, data));
  private timer: ReturnType<typeof setInterval> | undefined;
  private version = 0;
  private published = Date.now();
  private game: Saved | null = null;
  private seat: State['seat'] = { name: null, asked: false, remembers: false, recalled: null };
  private settings: State['settings'] = {
    level: { elo: 1500 },
    adapts: true,
    rule: 'measured',
    coach: false,
    match_me: false,
    color: 'white',
    time: null,
    openings: 'varied',
    openings_of: null,
  };
  private drawAnswer: Game['draw_answer'] = null;
  private hint: Game['hint'] = null;
  private games = 0;
  private warns = false;
  private notice: State['notice'] = null;
  slow = (ms: number): void => void (this.options.engineMs = ms);
  runsGoOn = (goOn: boolean): void => void (this.shelves.goOn = goOn);
  moves = (): string[] => this.game?.ucis ?? [];

  constructor(private readonly options: MockOptions) {
    this.random = seeded(options.seed);
  }

  async start(port = 0): Promise<number> {
    const server = createServer((request, response) => void this.answer(request, response));
    this.server = server;
    this.timer = setInterval(() => this.streams.size > 0 && this.shelves.look(), EVERY_MS);
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    for (const stream of this.streams) stream.destroy();
    this.streams.clear();
    const server = this.server;
    server?.closeAllConnections();
    await new Promise<void>((done) => (server ? server.close(() => done()) : done()));
  }

  private position(): Chess {
    if (!this.game) return Chess.default();
    return positionAt(buildLine(this.game.startFen, this.game.ucis), this.game.ucis.length);
  }

  private outcome(position: Chess): Game['result'] {
    const end = position.outcome();
    if (!end) return null;
    const winner = end.winner ?? null;
    return {
      score: winner === 'white' ? '1-0' : winner === 'black' ? '0-1' : '1/2-1/2',
      winner,
      termination: winner ? 'checkmate' : position.isStalemate() ? 'stalemate' : 'insufficient_material',
      given: this.game?.given === this.game?.ucis.length,
      text: 'over',
    };
  }

  private clocks(position: Chess): Clocks | null {
    const time = this.settings.time;
    if (!time || !this.game) return null;
    const ms = 1000 * (time.base_seconds ?? time.move_seconds ?? 0);
    const engines = 1000 * (time.engine_base_seconds ?? ms / 1000);
    const [white_ms, black_ms] = this.game.human === 'white' ? [ms, engines] : [engines, ms];
    const running = this.game.over || this.game.ucis.length === 0 ? null : position.turn;
    return {
      white_ms,
      black_ms,
      running,
      kind: time.kind ?? 'increment',
      increment_ms: 1000 * (time.increment_seconds ?? 0),
      delay_ms: running && time.kind === 'delay' ? 1000 * (time.increment_seconds ?? 0) : 0,
      white_moves_to_go: time.moves ?? null,
      black_moves_to_go: time.moves ?? null,
      move_ms: null,
    };
  }

  private history(): HistoryStep[] {
    const game = this.game;
    if (!game) return [];
    const steps: HistoryStep[] = [];
    let seen = 0;
    for (const [index, by] of game.by.entries()) {
      if (by !== 'human') continue;
      seen += 1;
      const half = 1.3 / Math.sqrt(1 + seen / 2);
      const score = (at: number): AxisScore => ({ score: at, interval_95: [at - half, at + half] });
      steps.push({
        ply: index + 1,
        attacking: score(0.5 - 0.6 / seen + 0.12 * Math.sin(seen)),
        complicating: score(-0.25 + 0.4 / seen + 0.1 * Math.cos(2 * seen)),
        habits: {
          attacking: seen % 2 === 0 ? OFFERED : [],
          complicating: [],
        },
      });
    }
    return steps;
  }

  state(): State {
    const position = this.position();
    const history = this.history();
    const last = history.at(-1);
    const until = Math.max(0, 12 - history.length);
    const before: AxisScore = { score: 0.2, interval_95: [-0.4, 0.8] };
    return {
      version: this.version,
      age_ms: Date.now() - this.published,
      seat: this.seat,
      settings: this.settings,
      against: this.shelves.against,
      game: this.game ? this.wireGame(this.game, position) : null,
      how_i_see_you: this.game && {
        moves_seen: history.length,
        games_seen: this.seat.name ? 4 : 0,
        moves_until_said: until,
        style: null,
        axes: [
          {
            name: 'attacking',
            low: 'defensive',
            high: 'attacking',
            now: last?.attacking ?? null,
            before: this.seat.name ? before : null,
            said: until > 0 || !this.seat.name ? 'unknown' : 'high',
          },
          {
            name: 'complicating',
            low: 'simplifying',
            high: 'complicating',
            now: last?.complicating ?? null,
            before: this.seat.name ? before : null,
            said: 'unknown',
          },
        ],
        history,
        text: '',
      },
      aim: this.game && {
        adapts: this.settings.adapts,
        target: 'middle',
        draw_contempt: until > 0 ? 0 : 40,
        side_bonus: until > 0 ? 0 : 20,
        neutral: until > 0,
        text: 'I avoid draws and keep the tension',
        reason: 'You are expected to be about 150 Elo weaker (4 games, your moves).',
        why: {
          kind: 'expectation',
          style: until > 0 ? null : 'attacking',
          probability: 0.74,
          elo_difference: until > 0 ? null : 152,
          games: this.seat.name ? 4 : 0,
          rated: false,
          from_moves: history.length > 0,
          seen_moves: history.length > 0,
          material: null,
        },
        squares: this.game.by.at(-1) === 'engine' ? [this.game.ucis.at(-1)?.slice(2, 4) ?? 'e4'] : [],
        otherwise: null,
      },
      notice: this.notice,
    };
  }

  private wireGame(game: Saved, position: Chess): Game {
    const line = buildLine(game.startFen, game.ucis);
    return {
      id: game.id,
      start_fen: game.startFen,
      fen: fenOf(position),
      moves: line.moves.map((move, index) => ({
        ply: index + 1,
        uci: move.uci,
        san: move.san,
        fen: fenOf(move.after),
        by: (game.by[index] ?? 'given') as 'given',
        check: move.san.includes('+'),
        capture: move.san.includes('x'),
        spent_ms: 100,
        clock_ms: null,
        evaluation: game.by[index] === 'engine' ? { cp: 34, mate: null } : null,
      })),
      given_plies: game.given,
      level: game.level,
      opening: line.moves[4]?.san === 'Bc4' ? { eco: 'C50', name: 'Italian Game' } : null,
      turn: position.turn,
      human: game.human,
      player: game.player,
      legal: game.over ? [] : legalMoves(position).map((move) => ({ uci: uciOf(move), san: makeSan(position, move) })),
      check: position.isCheck(),
      phase: 'opening',
      thinking: !game.over && position.turn !== game.human,
      can_take_back: game.ucis.length > (game.human === 'white' ? 0 : 1),
      clocks: this.clocks(position),
      result: game.over,
      draw_answer: this.drawAnswer,
      hint: this.hint,
      warning: this.warns
        ? { ply: game.ucis.length, san: line.moves.at(-1)?.san ?? '', lost: 0.31, reply: { uci: 'e8d8', san: 'Kxd8' } }
        : null,
      review: game.over && line.moves.length > 0 ? this.review(line) : null,
    };
  }

  /** Chances that swing, a blunder of each side, and from the fifth ply on mistakes of White. */
  private review(line: Line): Game['review'] {
    return {
      done: line.moves.length,
      of: line.moves.length,
      start: 0.5,
      moves: line.moves.map((move, index) => {
        const isBlunder = index === 2 || index === 5;
        const costs = isBlunder || (index >= 4 && index % 2 === 0);
        return {
          ply: index + 1,
          white: 0.5 + 0.4 * Math.sin(index / 3),
          evaluation: { cp: Math.round(300 * Math.sin(index / 3)), mate: null },
          lost: isBlunder ? 0.2 : costs ? 0.1 : 0,
          quality: isBlunder ? 'blunder' : costs ? (index % 4 === 0 ? 'inaccuracy' : 'mistake') : 'sound',
          better: costs ? { uci: move.uci, san: move.san } : null,
        };
      }),
      turning_point: line.moves.length > 2 ? 3 : null,
    };
  }

  /** Tells where the game of a named user is, once it is over; the games of LOCKED cannot be stored. */
  private tellOfEnd(): void {
    const name = this.game?.player ?? null;
    if (!this.game?.over || name === null || this.game.ucis.length <= this.game.given) return;
    this.notice =
      name === LOCKED
        ? { kind: 'not_stored', text: 'the game was not kept: page.db is read-only' }
        : { kind: 'stored', file: 'page.db', waits: false };
  }

  /** Under "match me" the level of the next game follows the result. */
  private matchLevel(): void {
    const game = this.game;
    const elo = game?.level.elo ?? null;
    if (!game?.over || !this.settings.match_me || game.given > 0 || game.startFen !== INITIAL_FEN || elo === null) return;
    const { winner } = game.over;
    const step = winner === null ? 0 : winner === game.human ? 60 : -60;
    this.settings = { ...this.settings, level: { elo: elo + step } };
  }

  private changed(): void {
    this.matchLevel();
    this.tellOfEnd();
    this.version += 1;
    this.published = Date.now();
    this.tell('state', this.state());
  }

  /** Sends an event to all streams, or to one. Only states have an id. */
  private tell(event: string, data: unknown, streams: Iterable<ServerResponse> = this.streams): void {
    const id = event === 'state' ? `id: ${this.version}\n` : '';
    for (const stream of streams) stream.write(`event: ${event}\n${id}data: ${JSON.stringify(data)}\n\n`);
  }

  private play(uci: string, by: string): void {
    const game = this.game;
    if (!game) return;
    game.ucis.push(uci);
    game.by.push(by);
    game.over = this.outcome(this.position());
    // A queen's capture is a blunder here.
    const last = buildLine(game.startFen, game.ucis).moves.at(-1)?.san ?? '';
    this.warns = by === 'human' && this.settings.coach && last.startsWith('Qx');
    this.changed();
    this.think();
  }

  private think(): void {
    const game = this.game;
    const ply = game?.ucis.length;
    if (!game || game.over || this.warns || this.position().turn === game.human) return;
    setTimeout(() => {
      if (this.game !== game || game.ucis.length !== ply || game.over) return;
      const moves = legalMoves(this.position());
      const move = moves[Math.floor(this.random() * moves.length)];
      if (move) this.play(uciOf(move), 'engine');
    }, this.options.engineMs);
  }

  private begin(startFen: string, ucis: string[], human: 'white' | 'black', pasted: Game['result'] = null): void {
    this.games += 1;
    const by = ucis.map(() => 'given');
    this.game = { id: `g${this.games}-${this.options.seed}`, startFen, ucis, human, player: this.seat.name, by, given: ucis.length, over: null, level: this.settings.level };
    this.game.over = this.outcome(this.position()) ?? pasted;
    if (this.seat.name === LOCKED) this.notice = { kind: 'not_recalled', text: 'page.db: the database is locked' };
    this.drawAnswer = null;
    this.hint = null;
    this.changed();
    this.think();
  }

  private command(path: string, body: Record<string, unknown>): { status: number; body: unknown } {
    const fail = (status: number, code: string) => ({
      status,
      body: { code, error: code, state: status === 409 ? this.state() : null },
    });
    const ok = () => ({ status: 200, body: this.state() });
    const game = this.game;
    this.notice = null;
    if (path === '/api/seat') {
      const name = typeof body['name'] === 'string' ? body['name'] : null;
      this.seat = { name, asked: true, remembers: name !== null, recalled: null };
      if (game && !game.by.includes('human')) game.player = name;
      this.changed();
      return ok();
    }
    if (path === '/api/game/adapt' || path === '/api/game/level' || path === '/api/game/coach') {
      this.settings = { ...this.settings, ...body };
      this.changed();
      return ok();
    }
    if (path.endsWith('/play')) {
      this.begin(INITIAL_FEN, [], 'white');
      return ok();
    }
    if (path === '/api/game/new') {
      const named = { openings_of: this.settings.openings_of, ...body }.openings_of as State['settings']['openings_of'];
      const isKnown = this.shelves.cards.some((card) => card.name === named?.name);
      if ((body['openings'] ?? this.settings.openings) === 'opponent' && !isKnown) return fail(404, 'no_openings');
      this.settings = { ...this.settings, ...body };
      const color = this.settings.color === 'random' ? 'white' : this.settings.color;
      this.begin(INITIAL_FEN, [], color);
      return ok();
    }
    if (path === '/api/game/load') return this.load(String(body['text']), body['human']) ? ok() : fail(422, 'unreadable_game');
    if (!game) return fail(409, 'no_game');
    if (body['game'] !== game.id) return fail(409, 'wrong_game');
    const ply = body['ply'];
    if (path === '/api/game/move') {
      const move = String(body['move']);
      if (ply === game.ucis.length - 1 && game.ucis.at(-1) === move) return ok();
      if (typeof ply === 'number' && game.ucis[ply] === move) return ok();
      if (ply !== game.ucis.length) return fail(409, 'stale');
      if (game.over) return fail(409, 'game_over');
      const read = readTypedMove(this.position(), move, 'en');
      if (read.kind !== 'move') return fail(422, 'illegal_move');
      this.play(read.uci, 'human');
      return ok();
    }
    if (ply !== game.ucis.length) return fail(409, 'stale');
    return this.gameCommand(path, body, game) ? ok() : fail(404, 'not_found');
  }

  private gameCommand(path: string, body: Record<string, unknown>, game: Saved): boolean {
    if (path === '/api/game/takeback') {
      const lastOwn = game.by.lastIndexOf('human');
      const to = typeof body['to_ply'] === 'number' ? body['to_ply'] : Math.max(0, lastOwn);
      game.ucis = game.ucis.slice(0, to);
      game.by = game.by.slice(0, to);
      game.over = null;
      this.warns = false;
      if (body['play_on'] === true) game.human = this.position().turn;
    } else if (path === '/api/game/insist') {
      this.warns = false;
    } else if (path === '/api/game/draw') {
      this.drawAnswer = { accepted: false, ply: game.ucis.length, reason: 'too_early', text: 'No.' };
    } else if (path === '/api/game/resign') {
      const winner = game.human === 'white' ? 'black' : 'white';
      game.over = { score: winner === 'white' ? '1-0' : '0-1', winner, termination: 'resignation', given: false, text: 'over' };
    } else if (path === '/api/game/hint') {
      const move = legalMoves(this.position())[0];
      const uci = move ? uciOf(move) : 'e2e4';
      const san = move ? makeSan(this.position(), move) : null;
      const whole = body['level'] === 'move';
      this.hint = {
        ply: game.ucis.length,
        level: whole ? 'move' : 'idea',
        from: uci.slice(0, 2),
        uci: whole ? uci : null,
        san: whole ? san : null,
        text: '',
      };
    } else return false;
    this.changed();
    this.think();
    return true;
  }

  private load(text: string, human: unknown): boolean {
    const color = human === 'white' || human === 'black' ? human : undefined;
    const position = positionFromFen(text);
    if (position) {
      this.begin(makeFen(position.toSetup()), [], color ?? position.turn);
      return true;
    }
    const games = parsePgn(text);
    const moves = games[0]?.moves.mainline() ?? [];
    const board = Chess.default();
    const ucis: string[] = [];
    for (const node of [...moves]) {
      const read = readTypedMove(board, node.san, 'en');
      const move = read.kind === 'move' ? parseUci(read.uci) : undefined;
      if (read.kind !== 'move' || !move) return false;
      board.play(move);
      ucis.push(read.uci);
    }
    if (ucis.length === 0) return false;
    if (games.length > 1) this.notice = { kind: 'first_of_games', games: games.length };
    this.begin(INITIAL_FEN, ucis, color ?? board.turn, resultOf(games[0]?.headers.get('Result')));
    return true;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://local');
    const path = url.pathname;
    const json = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const shelved = request.method === 'GET' ? this.shelves.get(path) : undefined;
    if (shelved) json(shelved.status, shelved.body);
    else if (path === '/api/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      this.tell('state', this.state(), [response]);
      this.shelves.greet((event, data) => this.tell(event, data, [response]));
      this.streams.add(response);
      response.on('close', () => this.streams.delete(response));
    } else if (path === '/api/state') json(200, this.state());
    else if (path === '/api/levels') {
      const levels = Array.from({ length: 21 }, (_, index) => {
        const elo = 800 + 100 * index;
        return { elo, error_95: 60, human: { elo: elo + 60, interval_95: [elo - 40, elo + 160] as [number, number] } };
      });
      json(200, { scale: 'UCI_Elo', lowest: 800, highest: 2800, default: 1500, levels, note: '' });
    } else if (path === '/api/about') {
      json(200, { name: 'BayesChess', version: '0.0', license: 'GPL', source: '', database: true, third_party: [{ name: 'axum', license: 'MIT', what: 'the server', url: '' }] });
    } else if (path === '/api/game/pgn') {
      response.writeHead(200, { 'content-type': 'application/x-chess-pgn' });
      const score = this.game?.over?.score ?? '*';
      response.end(`[Result "${score}"]\n\n${buildLine(INITIAL_FEN, this.moves()).moves.map((move) => move.san).join(' ')} ${score}\n`);
    } else if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (Buffer.concat(chunks).length > LONGEST_COMMAND) return json(413, { code: 'too_large', error: 'too large' });
      const isJson = request.headers['content-type'] === 'application/json';
      // A file of games comes with its name in the address.
      const sent: Record<string, unknown> = isJson
        ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>)
        : { name: url.searchParams.get('name') };
      const { status, body } = this.shelves.post(path, sent) ?? this.command(path, sent);
      json(status, body);
    } else {
      const file = join(this.options.dist, path === '/' ? 'index.html' : path);
      if (!existsSync(file)) return json(404, { code: 'not_found', error: 'not found' });
      response.writeHead(200, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': POLICY,
      });
      response.end(readFileSync(file));
    }
  }
}
