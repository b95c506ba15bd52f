/** Runs and opponents of the server that tests the page alone. */
import type { OpponentCard, OpponentDetails } from '../src/net/opponents';
import type { ReportStatus, ResultLine, StyleReport } from '../src/net/me';
import type { ExampleGame } from '../src/net/results';
import type { AmongPeers, ReportPosition } from '../src/net/report';
import type { Run, RunDetails, RunKind } from '../src/net/runs';
import { adaptations } from './mock-adaptation';
import { checked, history, recipes, tables } from './mock-recipes';

/** The first opponent has games with both colours, the second as Black alone, the third none. */
const OPENING_GAMES: Record<number, OpponentCard['opening_games']> = { 1: { white: 12, black: 9 }, 2: { white: 0, black: 1 } };

const FEN = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';

/** A position that only a weakness of the report shows. */
const CHECK_FEN = 'rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3';

/** The parts of a report that compare with peers, each with something in it. */
function amongPeers(example: ExampleGame): AmongPeers {
  const positions: ReportPosition[] = [{ ...example, fen: FEN, color: 'white', moves: ['3. Bb5'] }];
  const points = { games: 30, other_games: 70, difference: -0.12, error_95: 0.1 };
  const change = { change: 0.2, error_95: 0.4, is_beyond_chance: false };
  const habit = {
    habit: 'retreat',
    question: 'piece moves back to the first two ranks',
    direction: 'more' as const,
    games: 100,
    ahead: 0.63,
    ahead_interval_95: [0.58, 0.68] as [number, number],
    adjusted_p: 0.01,
    is_trait: true,
  };
  const stability = { odd: 0.62, even: 0.64, halves: { earlier: 0.6, later: 0.66 }, verdict: 'stable' };
  const undivided = { ...stability, halves: null };
  return {
    standing: {
      peers: [7, 6, 5, 4, 3, 2, 1].map((games) => ({ population: 'lichess', rating_from: 200 * games, pace: games > 4 ? 'all' : 'rapid', games })),
      games: 28,
      without_pace: 18,
      percentiles: [{ axis: 'attacking', percentile: 63, interval_95: [41, 82] }],
    },
    habits: [habit, { ...habit, habit: 'storm', question: 'pawn moves', is_trait: false }],
    traits: [
      { ...habit, stability, positions },
      { ...habit, habit: 'check', question: 'moves that give check', stability, positions },
      { ...habit, habit: 'storm', question: 'pawn moves', direction: 'less' as const, ahead: 0.37, ahead_interval_95: [0.32, 0.42], stability: undivided, positions },
    ],
    habit_points: [
      { ...points, habit: 'check', question: 'moves that give check' },
      { ...points, habit: 'storm', question: 'pawn moves' },
    ],
    openings: [
      { color: 'white', name: 'Ruy Lopez', eco: ['C60', 'C84'], variation: 'Berlin Defense', won: 5, drawn: 2, lost: 3, score: 0.6, error_95: 0.3, by_rating: null, positions },
    ],
    trend: {
      is_dated: true,
      periods: [0, 1].map((place) => ({ years: [2020, 2021 + place], games: 50, attacking: 0.1, attacking_error_95: 0.9, beyond: 0, beyond_error_95: 0.1 })),
      attacking: change,
      points: change,
    },
    missing_trend: null,
    strengths: [],
    weaknesses: [
      {
        kind: 'habit',
        habit: 'check',
        question: 'moves that give check',
        direction: 'less',
        points,
        positions: [{ ...example, fen: CHECK_FEN, color: 'white', moves: ['3. Bb5+'] }, ...positions],
      },
      { kind: 'habit', habit: 'storm', question: 'pawn moves', direction: 'less', points, positions: [{ ...example, fen: CHECK_FEN.replace('0 3', '6 6'), color: 'white', moves: ['6. Bb5+'] }] },
    ],
    training: [
      { kind: 'opening', color: 'white', name: 'Ruy Lopez', points, is_proven: false, positions },
      { kind: 'course', name: 'queens gone by move 20', points, is_proven: false, positions },
      { kind: 'habit', habit: habit.habit, question: habit.question, direction: 'more', points, is_proven: true, positions },
    ],
    limits: [{ kind: 'few_games', games: 2, enough: 100 }, { kind: 'not_judged' }],
  };
}

const HOSTILE = '<img src=x onerror="document.title=1">';

function run(kind: RunKind, number: number, change: Partial<Run>): Run {
  return {
    id: number.toString(16).padStart(16, '0'),
    kind,
    name: `${kind}-${number}`,
    title: null,
    status: 'complete',
    games: 400,
    games_wanted: 400,
    games_per_second: null,
    seconds_left: null,
    may_end_early: false,
    decided_after: null,
    changed: 1_700_000_000 + number,
    ...change,
  };
}

const EMPTY = { settings: null, results: null, curve: null, forecasts: [], score: null, sprt: null, standings: [], anchor: null, effects: [], rungs: [], tuning: null, adaptation: null, own: null };

function curve(generations: number, slope: number): NonNullable<RunDetails['curve']> {
  const points = Array.from({ length: generations }, (_, index) => ({
    generation: index + 1,
    games: 2_000 * (index + 1),
    elo: slope * Math.log2(index + 2),
    elo_error_95: 12,
    test: index % 2 === 0 ? ('accept' as const) : ('continue' as const),
  }));
  return { against: 'modern:initial', generations: 8, points };
}

function forecasts(): RunDetails['forecasts'][number] {
  const reliability = [0.1, 0.3, 0.5, 0.7].map((stated) => ({ stated, came_true: stated ** 1.2, error_95: 0.04, forecasts: 500 }));
  const measures = { brier: 0.6, accuracy: 0.5, calibration_error: 0.02 };
  const forecasters = (['shares', 'start', 'naive_bayes', 'fitted'] as const).map((forecaster, place) => ({
    forecaster,
    ...measures,
    log_loss: 1.1 - 0.05 * place,
    reliability: place % 2 === 1 ? reliability : [],
  }));
  return { fit: 1, games: 40, positions: 2_000, forecasters };
}

/** A tuning whose second option is not told yet; the validation goes on with every look, and is lost in the end. */
function tuning(validated: number): NonNullable<RunDetails['tuning']> {
  const isLost = validated >= 500;
  const gain = { gain_elo: 0, gain_elo_error_95: 0 };
  const curve = [25, 100, 175, 250, 400].map((value, place) => ({
    value: `${value}`,
    elo: [-14, 0, 9, 12, -6][place] ?? 0,
    elo_error_95: place === 1 ? 0 : 8,
  }));
  const words = [HOSTILE, 'Normal', 'Risky'].map((value, place) => ({ value, elo: place === 1 ? 0 : null, elo_error_95: place === 1 ? 0 : null }));
  const truth = ['false', 'true'].map((value, place) => ({ value, elo: place === 1 ? 0 : -70, elo_error_95: place === 1 ? 0 : 5 }));
  return {
    engine: 'Glaurung',
    trial_games: 20_000,
    validation_games: 1_000,
    faults: 2,
    last_fault: `game 7: ended while it should send its move, with these last words on standard error: ${HOSTILE}`,
    games: 20_000,
    options: [
      { name: 'King Safety', kind: 'number', start: '100', best: '250', effect_elo: 8, effect_elo_error_95: 8, gain_elo: 7, gain_elo_error_95: 6, curve },
      { name: 'Style', kind: 'choice', start: 'Normal', best: 'Normal', effect_elo: null, effect_elo_error_95: null, ...gain, curve: words },
      { name: 'Null Move', kind: 'check', start: 'true', best: 'true', effect_elo: 70, effect_elo_error_95: 5, ...gain, curve: truth },
    ],
    interactions: [{ options: ['King Safety', 'Null Move'], elo: -11, elo_error_95: 4 }],
    method: 'trial',
    expected_gain_elo: 7,
    expected_gain_elo_error_95: 6,
    path: [],
    validation: validated === 0 ? null : { games: validated, ...(isLost ? { elo: -38, elo_error_95: 20 } : { elo: 9, elo_error_95: 14 }) },
    recommended: !isLost,
    option_list: '"option.King Safety=250"\n"option.Style=Normal"\n"option.Null Move=true"\n',
    player: 'uci:./glaurung;King Safety=250',
  };
}

/** A tuning by SPSA on its way. */
function followed(): NonNullable<RunDetails['tuning']> {
  const option = (name: string, start: string, best: string, ends: [string, string]) => ({
    name,
    kind: 'number' as const,
    start,
    best,
    effect_elo: null,
    effect_elo_error_95: null,
    gain_elo: null,
    gain_elo_error_95: null,
    curve: [ends[0], start, ends[1]].map((value) => ({ value, elo: value === start ? 0 : null, elo_error_95: value === start ? 0 : null })),
  });
  return {
    ...tuning(0),
    engine: 'Toga',
    method: 'spsa',
    games: 8_000,
    options: [option('King Safety', '100', '131', ['25', '400']), option('Passed Pawns', '100', '96', ['0', '200'])],
    interactions: [],
    expected_gain_elo: null,
    expected_gain_elo_error_95: null,
    path: [0, 1, 2, 3, 4].map((step) => ({ pairs: 1_000 * step, values: [100 + 8 * step, 100 - step] })),
    faults: 0,
    last_fault: null,
    option_list: '"option.King Safety=131"\n"option.Passed Pawns=96"\n',
    player: 'uci:./toga;King Safety=131;Passed Pawns=96',
  };
}

/** How long a client that asked for the list counts as interested, in milliseconds. */
const INTEREST_MS = 120_000;

/** How long each step of the report takes, in milliseconds. */
const STEP_MS = 30;

/** A file of games without names of players. */
export const NAMELESS = 'nameless.pgn';

/** A file over which the reading breaks off because of an error in the program. */
export const BROKEN = 'broken.pgn';

type Tell = (event: 'runs' | 'report', data: unknown) => void;

/** The shelves of the server; every look finds the running ones further on, and tells of them. */
export class Shelves {
  /** False keeps all runs as they are. */
  goOn = true;
  private looks = 0;
  /** When the list was last asked for. */
  private asked = -INTEREST_MS;
  /** The training at work that the page started. */
  private isAtWork = true;
  private started: RunDetails[] = [];
  private version = 0;
  against: string | null = null;
  cards: OpponentCard[] = [this.card(1, 'Anna'), this.card(2, 'anna_k'), this.card(3, HOSTILE)];

  constructor(private readonly tell: Tell) {}

  /** Begins a stream of events with how things stand. */
  greet(tell: Tell): void {
    tell('runs', { version: this.version });
    tell('report', this.status);
  }

  /** Looks at the runs, if somebody asked for them lately. */
  look(): void {
    if (!this.goOn || Date.now() - this.asked > INTEREST_MS) return;
    this.looks += 1;
    this.runsChanged();
  }

  private runsChanged(): void {
    this.version += 1;
    this.tell('runs', { version: this.version });
  }

  private card(id: number, name: string): OpponentCard {
    return {
      id,
      name,
      origin: id === 2 ? 'lichess.org' : '',
      kind: 'human',
      aliases: [],
      games: 10 * id,
      games_played: 4,
      first_seen: '2026-01-02T10:00:00Z',
      last_seen: '2026-05-02T10:00:00Z',
      axes: {
        attacking: { score: 0.4, score_interval_95: [0.1, 0.7] },
        complicating: { score: -0.2, score_interval_95: [-0.6, 0.2] },
      },
      strength: id === 1 ? { rating: 1500, rating_interval_95: [1400, 1600], scale: 'lichess rapid' } : null,
      strength_from: { games: 10, not_used: 0, not_measured: 0, measured_by_another_table: 0 },
      opening_games: OPENING_GAMES[id] ?? { white: 0, black: 0 },
    };
  }

  private status: ReportStatus = {
    stage: 'empty',
    file: '',
    most_bytes: 1_000_000,
    bytes: 0,
    bytes_read: 0,
    games: 0,
    duplicates: 0,
    refused: [],
    damaged: [],
    players: [],
    names: [],
    problem: null,
    is_remembering: false,
    remembered: null,
  };

  private report(): StyleReport {
    const line = { name: 'all games', won: 2, drawn: 0, lost: 0, example: { game: '', outcome: '', place: '', number: 1, moves: [] } };
    const reason = { sign: 'check', question: 'moves that give check', value: 'much', share: 0.5, usual: 0.2, weight: 1, error_95: 0.4, games: 2 };
    const axis = { score: 0.1, score_interval_95: [-0.8, 1] as [number, number] };
    const posterior = { attacking: 0.5, defensive: 0.14, mixed: 0.36 };
    const verdict = { ...axis, posterior, axes: { attacking: axis, complicating: { score: 1.14, score_interval_95: [0.7, 1.6] as [number, number] } } };
    const isAlone = this.status.names.length === 1 && this.status.names[0] === HOSTILE;
    const example = { game: `Anna - ${HOSTILE}, 1-0`, outcome: 'won', place: 'mine.pgn, game 1', number: 1, moves: ['5. O-O'] };
    return {
      player: this.status.names.join(', '),
      spellings: { Anna: 2 },
      games: 2,
      years: null,
      results: { won: 2, drawn: 0, lost: 0 },
      verdict,
      named_style: null,
      exchanges: 'high',
      by_color: [{ ...verdict, games: 686, score: -0.48 }, null],
      typical: example,
      attacking: [
        { ...reason, example },
        { ...reason, sign: 'storm', question: 'pawn moves', example },
      ],
      defensive: [],
      complicating: [],
      simplifying: [],
      records: { all: [line], white: [line], black: [], course: [{ ...line, name: 'queens gone by move 20' }, { ...line, name: 'kings on opposite wings' }] },
      advice: [{ choice: 'With White, go for 1. e4 e5 2. Nf3', then: { won: 0, drawn: 0, lost: 2 }, otherwise: { won: 2, drawn: 0, lost: 0 }, difference: 1, error: 0.5, example }],
      ...amongPeers(example),
      ...(isAlone ? this.nothingBeyondChance(line) : {}),
    };
  }

  /** The parts of a report on somebody about whose results nothing is beyond chance but all of them together. */
  private nothingBeyondChance(line: ResultLine): Partial<StyleReport> {
    const all = { ...line, by_rating: { games: 40, expected: 0.5, score: 0.7, difference: 0.2, error_95: 0.1 } };
    const untold = { trend: null, missing_trend: { kind: 'one_date', precision: 'year', games: 2 } as const };
    return { advice: [], strengths: [], weaknesses: [], ...untold, records: { all: [all], white: [], black: [], course: [] } };
  }

  private me(what: string | undefined, body: Record<string, unknown>): { status: number; body: unknown } {
    if (what === 'games') {
      const isBroken = body['name'] === BROKEN;
      const names = isBroken || body['name'] === NAMELESS ? [] : [HOSTILE, 'Anna'];
      const players = names.map((name) => ({ name, games: 2 }));
      const refused = [{ reason: 'illegal_move', games: 1 }];
      const problem = isBroken ? 'this failed because of an error in the program' : null;
      this.steps(
        { stage: 'reading', file: 'mine.pgn', games: 1, bytes: 400, bytes_read: 100, players: [], problem: null },
        { stage: 'ready', damaged: ['mine.pgn: the file ends inside a game'], games: 3, bytes_read: 400, refused, players, problem },
      );
    } else if (what === 'report') this.steps({ stage: 'reporting', names: body['names'] as string[] }, { stage: 'done' });
    else if (what === 'remember') {
      const remembered = { name: String(body['name']), learned: 2, unchanged: 0, too_short: 1 };
      this.steps({ is_remembering: true, remembered: null }, { is_remembering: false, remembered });
    } else this.steps({ stage: 'empty' });
    return { status: 200, body: this.status };
  }

  /** Goes through the steps of the report, and tells of each. */
  private steps(step: Partial<ReportStatus>, ...rest: Partial<ReportStatus>[]): void {
    const now = { ...this.status, ...step };
    this.status = now;
    this.tell('report', now);
    const [next, ...more] = rest;
    if (next) setTimeout(() => this.status === now && this.steps(next, ...more), STEP_MS);
  }

  private runs(): RunDetails[] {
    const done = Math.min(8, 3 + Math.floor(this.looks / 2));
    const own = {
      command: 'bayeschess train training-1/page.toml --out training-1',
      recipe: 'title = "A first training"\n',
      size: 8,
      unit: 'generations' as const,
      is_at_work: this.isAtWork,
      is_stopping: false,
      bad_end: this.isAtWork ? null : ('killed' as const),
      said: this.isAtWork ? null : 'stopped; the same command goes on',
    };
    const validated = Math.min(1_000, 100 * Math.max(0, this.looks - 1));
    const score = { wins: 70, draws: 90, losses: 40, score: 0.575, elo: 52, elo_error_95: 21, superiority: 0.99, pairs: [5, 20, 40, 25, 10] };
    return [
      {
        ...EMPTY,
        run: run('training', 1, {
          title: 'A <b>first</b> training',
          status: this.isAtWork ? 'running' : 'stopped',
          games: 2_000 * done,
          games_wanted: 16_000,
          games_per_second: 12.34,
          seconds_left: 3_700,
          changed: 1_700_000_000 + this.looks,
        }),
        settings: 'title = "A first training"\nseed = 1\n'.repeat(20),
        curve: curve(done, 20),
        forecasts: [forecasts()],
        own,
      },
      { ...EMPTY, run: run('training', 2, { title: 'Another one' }), curve: curve(8, 14) },
      {
        ...EMPTY,
        run: run('match', 3, { title: 'new – old', status: 'running', games: 200, may_end_early: true, seconds_left: 40 }),
        score: { first: 'new', second: 'old', ...score },
        sprt: { elo0: 0, elo1: 10, ratio: Math.min(2.95, 0.4 * this.looks), bound: 2.944, verdict: 'continue' },
      },
      {
        ...EMPTY,
        run: run('tournament', 4, { title: 'a – b – c' }),
        standings: ['a', 'b', 'c'].map((name, place) => ({ name, games: 40, points: 25 - 5 * place, elo: 40 - 40 * place, elo_error_95: 25 })),
      },
      {
        ...EMPTY,
        run: run('ablation', 5, { status: 'idle', games_wanted: null }),
        effects: ['killers', 'null-move'].map((feature, place) => ({ feature, games: 400, elo: 5 + 80 * place, elo_error_95: 20 })),
      },
      { ...EMPTY, run: run('ladder', 6, { status: 'idle', games: 0, games_wanted: null }), rungs: [{ rung: 'alpha-beta', depth: 4, nodes: 123456, seconds: 1.5, at_least: true }] },
      { ...EMPTY, run: run('selfplay', 7, { status: 'stopped', games: 120, name: `${HOSTILE}.db` }), results: { white_wins: 50, draws: 30, black_wins: 40 } },
      {
        ...EMPTY,
        run: run('tuning', 8, { title: 'Glaurung', status: 'running', games: 20_000 + validated, games_wanted: 21_000, may_end_early: validated === 0 }),
        settings: 'engine = "uci:./glaurung"\ngames = 20000\n',
        tuning: tuning(validated),
      },
      {
        ...EMPTY,
        run: run('match', 21, { title: 'better – old', games: 113, may_end_early: true, decided_after: 106 }),
        score: { first: 'better', second: 'old', ...score, superiority: 0.99999 },
        sprt: { elo0: 0, elo1: 10, ratio: 2.97, bound: 2.944, verdict: 'accept' },
      },
      {
        ...EMPTY,
        run: run('tournament', 20, { title: 'SF – anchored' }),
        standings: [
          { name: 'SF', games: 40, points: 30, elo: 3000, elo_error_95: 0 },
          { name: 'anchored', games: 40, points: 10, elo: 2671, elo_error_95: 185 },
        ],
        anchor: { name: 'SF', elo: 3000 },
      },
      { ...EMPTY, run: run('tuning', 30, { title: 'Toga', status: 'running', games: 8_000, games_wanted: 21_000 }), tuning: followed() },
      { ...EMPTY, run: run('tuning', 9, { title: 'Begun', status: 'stopped', games: 0, games_wanted: null }) },
      ...adaptations().map((adaptation, place) => ({
        ...EMPTY,
        run: run('adaptation', 10 + place, { status: adaptation ? 'stopped' : 'idle', games_wanted: adaptation ? 48_000 : null }),
        adaptation,
      })),
      ...this.started,
    ];
  }

  /** Starts or changes a run. */
  private change(id: string, what: string | undefined, body: Record<string, unknown>): { status: number; body: unknown } | undefined {
    if (id === 'start') {
      const name = String(body['name']);
      if (this.runs().some((one) => one.run.name === name)) return { status: 409, body: { code: 'name_taken', error: `'${name}' is there already` } };
      const own = { command: `bayeschess ${name}`, recipe: '', size: 400, unit: 'games' as const, is_at_work: true, is_stopping: false, bad_end: null, said: null };
      const made: RunDetails = { ...EMPTY, run: run('selfplay', 20 + this.started.length, { name, status: 'running', games: 0 }), own };
      this.started.push(made);
      this.runsChanged();
      return { status: 200, body: made };
    }
    const found = this.runs().find((one) => one.run.id === id);
    if (!found) return undefined;
    if (what === 'play') {
      // The game itself is begun by the server.
      this.against = `${found.run.name}, generation ${String(body['generation'])}`;
      return undefined;
    }
    this.isAtWork = what !== 'pause';
    this.runsChanged();
    return { status: 200, body: this.runs().find((one) => one.run.id === id) };
  }

  private details(card: OpponentCard): OpponentDetails {
    const row = { games: 4, won: 2, drawn: 1, lost: 1, unfinished: 0 };
    return {
      ...card,
      habits: [
        { sign: 'check', question: 'moves that give check', more: true, games: 9, counts: [12, 340], mean: null, standard_errors: 3.4 },
        { sign: 'space', question: 'squares attacked in the enemy half', more: true, games: 9, counts: [3240, 340], mean: 9.53, standard_errors: 3.1 },
      ],
      by_objective: { 'max-win': row, none: { ...row, won: 0, lost: 3 } },
      by_opening: { '1. e4 e5': row },
      last_games: [
        { played_at: '2026-05-02T10:00:00Z', source: 'played', color: 'white', moves: 40, opening: '1. e4 e5 2. Nf3 Nc6', objective: null, result: 'win', rating: null },
      ],
    };
  }

  /** Answers a GET; undefined where it is none of these paths. */
  get(path: string): { status: number; body: unknown } | undefined {
    const [, , shelf, id, what] = path.split('/');
    if (shelf === 'recipes') return { status: 200, body: recipes() };
    if (shelf === 'runs') {
      if (id === undefined) this.asked = Date.now();
      const runs = this.runs();
      if (id === undefined) {
        const unreadable = [
          { name: `${HOSTILE}.journal`, code: 'other', text: 'not a journal' },
          { name: 'newer.db', code: 'newer_database', values: { schema: 9 }, text: 'its schema version is 9' },
        ];
        return { status: 200, body: { runs: runs.map((one) => one.run), unreadable, left_out: false } };
      }
      const found = runs.find((one) => one.run.id === id);
      const points = found?.curve?.points.length ?? 0;
      if (what === 'tables') return { status: 200, body: tables(points) };
      if (what === 'parameters') return { status: 200, body: history(path.split('/')[5] ?? '', points) };
      return found ? { status: 200, body: found } : { status: 404, body: { code: 'no_such_run', error: 'none' } };
    }
    if (shelf === 'me') return { status: 200, body: id === 'report' ? this.report() : this.status };
    if (shelf !== 'opponents') return undefined;
    if (id === undefined) return { status: 200, body: { opponents: this.cards, least_moves: 12 } };
    const card = this.cards.find((one) => one.id === Number(id));
    if (!card) return { status: 404, body: { code: 'no_such_opponent', error: 'none' } };
    return { status: 200, body: what === 'export' ? { format: 1, opponents: [] } : this.details(card) };
  }

  post(path: string, body: Record<string, unknown>): { status: number; body: unknown } | undefined {
    const [, , shelf, id, what] = path.split('/');
    if (shelf === 'me') return this.me(id, body);
    if (shelf === 'recipes') return { status: 200, body: id === 'check' ? checked(body) : { file: `${String(body['name'])}.toml` } };
    if (shelf === 'runs') return this.change(id ?? '', what, body);
    const card = this.cards.find((one) => one.id === Number(id));
    if (shelf !== 'opponents' || !card) return undefined;
    const others = this.cards.filter((one) => one !== card);
    if (what === 'rename') {
      const name = String(body['name']);
      if (others.some((other) => other.name === name)) return { status: 409, body: { code: 'name_taken', error: 'taken' } };
      this.cards = [{ ...card, name, aliases: [card.name] }, ...others];
    } else if (what === 'merge') {
      const other = others.find((one) => one.id === body['other']);
      if (!other) return undefined;
      this.cards = [{ ...card, games: card.games + other.games, aliases: [other.name] }, ...others.filter((one) => one !== other)];
    } else if (body['name'] !== card.name) return { status: 422, body: { code: 'not_confirmed', error: 'no' } };
    else this.cards = others;
    return { status: 200, body: { opponents: this.cards, least_moves: 12 } };
  }
}
