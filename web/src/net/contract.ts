/** What server and page say to each other, after `src/serve/openapi.json`. */

export type ColorName = 'white' | 'black';
export type AxisName = 'attacking' | 'complicating';

/** An evaluation from White's point of view: centipawns, or moves to mate (positive if White mates). */
export interface Evaluation {
  cp: number | null;
  mate: number | null;
}

export interface PlayedMove {
  ply: number;
  uci: string;
  san: string;
  fen: string;
  by: 'given' | 'human' | 'engine' | 'book';
  check: boolean;
  capture: boolean;
  spent_ms: number | null;
  clock_ms: number | null;
  evaluation: Evaluation | null;
}

/** What happens to the time of a move. */
export type ClockKind = 'increment' | 'delay' | 'bronstein' | 'hourglass';

export interface Clocks {
  white_ms: number;
  black_ms: number;
  running: ColorName | null;
  kind: ClockKind;
  /** Increment or delay of each move. */
  increment_ms: number;
  /** What is left of the delay before the running clock runs. */
  delay_ms: number;
  white_moves_to_go: number | null;
  black_moves_to_go: number | null;
  move_ms: number | null;
}

export interface Result {
  score: '1-0' | '0-1' | '1/2-1/2';
  winner: ColorName | null;
  termination:
    | 'checkmate'
    | 'stalemate'
    | 'insufficient_material'
    | 'repetition'
    | 'fifty_moves'
    | 'resignation'
    | 'agreement'
    | 'time_forfeit'
    | 'adjudicated_win'
    | 'adjudicated_draw'
    | 'move_limit'
    | 'illegal_move'
    | 'engine_crash'
    | 'engine_stall'
    | 'unknown';
  /** The game was pasted with its end, so that neither the user nor the engine won it. */
  given: boolean;
  text: string;
}

export interface DrawAnswer {
  accepted: boolean;
  ply: number;
  reason: 'too_early' | 'engine_ahead' | 'accepted';
  text: string;
}

export interface Hint {
  ply: number;
  level: 'idea' | 'move';
  from: string;
  uci: string | null;
  san: string | null;
  text: string;
}

/** The coach's warning of the user's last move; the engine waits for an answer. */
export interface CoachWarning {
  ply: number;
  san: string;
  lost: number;
  reply: { uci: string; san: string } | null;
}

export type Quality = 'sound' | 'inaccuracy' | 'mistake' | 'blunder';

export interface ReviewMove {
  ply: number;
  /** White's expected points after the move, 0 to 1. */
  white: number;
  evaluation: Evaluation;
  /** Expected points that the move cost. */
  lost: number;
  quality: Quality;
  better: { uci: string; san: string } | null;
}

/** The review of a finished game, as far as it is made. */
export interface Review {
  done: number;
  of: number;
  start: number;
  moves: ReviewMove[];
  turning_point: number | null;
}

export interface Game {
  id: string;
  start_fen: string;
  fen: string;
  moves: PlayedMove[];
  given_plies: number;
  /** The engine's level in this game; that of the next one stands in the settings. */
  level: Level;
  opening: { eco: string; name: string } | null;
  turn: ColorName;
  human: ColorName;
  /** The name of who began the game, whoever sits here now; null for a guest. */
  player: string | null;
  legal: { uci: string; san: string }[];
  check: boolean;
  phase: 'opening' | 'middlegame' | 'endgame';
  thinking: boolean;
  can_take_back: boolean;
  clocks: Clocks | null;
  result: Result | null;
  draw_answer: DrawAnswer | null;
  hint: Hint | null;
  warning: CoachWarning | null;
  review: Review | null;
}

/** A rating on the scale of `UCI_Elo`; null is full strength. */
export interface Level {
  elo: number | null;
}

export interface TimeSetting {
  kind?: ClockKind;
  base_seconds?: number | null;
  /** The engine's base; null if it is the user's. */
  engine_base_seconds?: number | null;
  increment_seconds?: number | null;
  /** Moves of the first period. */
  moves?: number | null;
  /** Added once after these moves; null if the base is added again each time. */
  rest_seconds?: number | null;
  move_seconds?: number | null;
}

/** How games begin: from the book, with what others played against the user, with what an opponent plays, or by search from the first move. */
export type OpeningChoice = 'varied' | 'met' | 'opponent' | 'initial';

/** A remembered opponent, as named on their card. */
export interface OpponentName {
  name: string;
  origin: string;
  kind: 'human' | 'computer' | 'unknown';
}

export type AdaptRule = 'measured' | 'style';

export interface ServerSettings {
  level: Level;
  adapts: boolean;
  /** How it then adapts: as was measured to gain, or by the likeliest style, as in 2005. */
  rule: AdaptRule;
  coach: boolean;
  match_me: boolean;
  color: ColorName | 'random';
  time: TimeSetting | null;
  openings: OpeningChoice;
  /** The opponent whose openings are played; null unless `openings` is `opponent`. */
  openings_of: OpponentName | null;
}

export interface Seat {
  name: string | null;
  asked: boolean;
  remembers: boolean;
  recalled: { games: number; attacking: { score: number; score_interval_95: [number, number] } | null } | null;
}

export interface AxisScore {
  score: number;
  interval_95: [number, number];
}

export interface Axis {
  name: AxisName;
  low: 'defensive' | 'simplifying';
  high: 'attacking' | 'complicating';
  now: AxisScore | null;
  before: AxisScore | null;
  said: 'low' | 'high' | 'middle' | 'unknown';
}

/** A habit that moved a score with a move; `question` and both values are English. */
export interface StepHabit {
  sign: string;
  question: string;
  before: string;
  value: string;
  /** Share of peers' games that show as much after as many moves. */
  usual: number;
  /** Share of the step that it explains. */
  share: number;
}

export type HistoryStep = { ply: number; habits: { [Name in AxisName]: StepHabit[] } } & { [Name in AxisName]: AxisScore | null };

export type StyleName = 'attacking' | 'defensive' | 'mixed';

export interface HowISeeYou {
  moves_seen: number;
  games_seen: number;
  moves_until_said: number;
  style: { name: StyleName; probability: number } | null;
  axes: Axis[];
  history: HistoryStep[];
  text: string;
}

/** Why the engine aims at what it does, in parts that each language can say. */
export interface Why {
  kind: 'no_objectives' | 'chosen' | 'thesis' | 'expectation';
  style: StyleName | null;
  probability: number | null;
  elo_difference: number | null;
  games: number;
  rated: boolean;
  from_moves: boolean;
  seen_moves: boolean;
  material: number | null;
}

export interface Aim {
  adapts: boolean;
  target: 'middle' | 'max-win' | 'min-loss' | 'max-draw' | 'min-draw';
  draw_contempt: number;
  side_bonus: number;
  neutral: boolean;
  text: string;
  reason: string;
  why: Why;
  squares: string[];
  /** What it would have played in its last move without adapting; the same move if that makes no difference. */
  otherwise: { uci: string; san: string } | null;
}

export interface State {
  version: number;
  /** Time since the state was published: the clocks stand in it as they stood then. */
  age_ms: number;
  seat: Seat;
  settings: ServerSettings;
  /** The learned heuristic that plays; null for the usual one. */
  against: string | null;
  game: Game | null;
  how_i_see_you: HowISeeYou | null;
  aim: Aim | null;
  notice: Notice | null;
}

/** What could not be written or read; the text, in English, is the reason. */
export interface FaultNotice {
  kind: 'not_stored' | 'not_recalled' | 'not_saved';
  text: string;
}

/** What the user is told beside the game: where it is stored, what failed, or that a pasted text has more games. */
export type Notice =
  | { kind: 'stored'; file: string; waits: boolean }
  | { kind: 'first_of_games'; games: number }
  | FaultNotice;

export interface LevelRow {
  elo: number;
  error_95: number;
  human: { elo: number; interval_95: [number, number] } | null;
}

export interface Levels {
  scale: string;
  lowest: number;
  highest: number;
  default: number;
  levels: LevelRow[];
  note: string;
}

export interface About {
  name: string;
  version: string;
  license: string;
  source: string;
  database: boolean;
  third_party: { name: string; license: string; what: string; url: string }[];
}

export interface NewGame {
  color: ColorName | 'random';
  level: Level;
  time: TimeSetting | null;
  match_me: boolean;
  openings: OpeningChoice;
  openings_of: OpponentName | null;
}

/** Why the server does not do what was asked. */
export type ProblemCode =
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'bad_request'
  | 'empty_name'
  | 'same_opponent'
  | 'wrong_recipe'
  | 'wrong_run_name'
  | 'too_many_threads'
  | 'run_not_longer'
  | 'too_large'
  | 'illegal_move'
  | 'unreadable_game'
  | 'not_your_turn'
  | 'game_over'
  | 'no_game'
  | 'stale'
  | 'wrong_game'
  | 'busy'
  | 'nothing_to_take_back'
  | 'no_such_run'
  | 'foreign_run'
  | 'no_such_opponent'
  | 'no_openings'
  | 'name_taken'
  | 'not_confirmed'
  | 'no_report'
  | 'file_replaced'
  | 'not_learned'
  | 'runs_not_allowed'
  | 'run_name_taken'
  | 'run_at_work'
  | 'run_not_at_work'
  | 'too_many_runs'
  | 'storage'
  | 'timeout'
  | 'unsupported_media_type';

/** Why a pasted game was rejected, on which line, and the words that are wrong where there are some. */
export interface PastedReject {
  reason: string;
  line: number;
  near: string | null;
}

/** What the server says when it does not do what was asked. */
export interface Problem {
  code: ProblemCode;
  error: string;
  reject?: PastedReject;
  state?: State | null;
}
