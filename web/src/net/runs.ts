import { ask } from './api';
import type { State } from './contract';

/** What the server says of runs, after `src/serve/openapi.json`. */

export type RunKind = 'selfplay' | 'training' | 'match' | 'tournament' | 'ablation' | 'ladder' | 'adaptation' | 'tuning';
export type RunStatus = 'running' | 'complete' | 'stopped' | 'idle';
export type TestVerdict = 'accept' | 'reject' | 'continue';

export interface Run {
  id: string;
  kind: RunKind;
  name: string;
  title: string | null;
  status: RunStatus;
  games: number;
  games_wanted: number | null;
  games_per_second: number | null;
  seconds_left: number | null;
  may_end_early: boolean;
  /** Games after which a sequential test decided; finished games beyond them do not count. */
  decided_after: number | null;
  changed: number;
}

/** Why a file cannot be read, as a code with values and as a sentence in English; `other` is told by the sentence alone. */
export type Unreadable = { name: string; text: string } & (
  | { code: 'no_database' | 'other_database' | 'other_journal' | 'validation_alone' | 'other' }
  | { code: 'newer_database'; values: { schema: number } }
  | { code: 'damaged_database'; values: { place: string } }
  | { code: 'journal_line' | 'recipe_line'; values: { line: number } }
);

export interface RunList {
  runs: Run[];
  unreadable: Unreadable[];
  left_out: boolean;
}

/** An event that says that runs may have changed. */
export interface RunsNews {
  version: number;
}

export interface CurvePoint {
  generation: number;
  games: number;
  elo: number | null;
  elo_error_95: number | null;
  test: TestVerdict | null;
}

/** What predicts results: the shares of the results alone, the start, naive Bayes, or the fit. */
export type ForecasterName = 'shares' | 'start' | 'naive_bayes' | 'fitted';

export interface ReliabilityPoint {
  stated: number;
  came_true: number;
  error_95: number;
  forecasts: number;
}

export interface Forecaster {
  forecaster: ForecasterName;
  log_loss: number;
  brier: number;
  accuracy: number;
  calibration_error: number;
  reliability: ReliabilityPoint[];
}

/** How well a fit predicts results on games that it was not fitted to. */
export interface FitForecasts {
  fit: number;
  games: number;
  positions: number;
  forecasters: Forecaster[];
}

export interface RunScore {
  first: string;
  second: string;
  wins: number;
  draws: number;
  losses: number;
  score: number;
  elo: number;
  elo_error_95: number;
  superiority: number;
  pairs: number[];
}

export interface RunTest {
  elo0: number;
  elo1: number;
  ratio: number;
  bound: number;
  verdict: TestVerdict;
}

export interface Standing {
  name: string;
  games: number;
  points: number;
  elo: number;
  elo_error_95: number;
}

export interface OptionFindings {
  name: string;
  kind: 'number' | 'check' | 'choice';
  start: string;
  best: string;
  effect_elo: number | null;
  effect_elo_error_95: number | null;
  gain_elo: number | null;
  gain_elo_error_95: number | null;
  curve: { value: string; elo: number | null; elo_error_95: number | null }[];
}

/** What `tune` has found so far; what the games do not determine yet is null. */
export interface Tuning {
  engine: string;
  trial_games: number;
  validation_games: number;
  faults: number;
  last_fault: string | null;
  games: number;
  options: OptionFindings[];
  interactions: { options: string[]; elo: number; elo_error_95: number }[];
  method: 'trial' | 'spsa';
  expected_gain_elo: number | null;
  expected_gain_elo_error_95: number | null;
  /** The path of the values with SPSA; empty with a trial. */
  path: { pairs: number; values: number[] }[];
  validation: { games: number; elo: number; elo_error_95: number } | null;
  /** Some value is expected to gain, and the interval of the validation is not wholly below 0. */
  recommended: boolean;
  option_list: string;
  player: string;
}

/** A difference in Elo with half the width of its 95 % interval. */
export interface EloFigure {
  elo: number;
  elo_error_95: number;
}

/** An arm or a fixed policy of a trial of adaptation, over all opponents. */
export interface TrialRow extends EloFigure {
  name: string;
  games: number;
  score: number;
}

/** What a trial of adaptation tells so far; what the games do not determine yet is null. */
export interface Adaptation {
  policies: TrialRow[];
  arms: TrialRow[];
  best_fixed: string | null;
  adaptive_minus_best_fixed: EloFigure | null;
  adaptive_minus_placebo: EloFigure | null;
  headroom: EloFigure | null;
  memory_minus_adaptive: EloFigure | null;
}

/** A run that the page started. */
export interface OwnRun {
  command: string;
  recipe: string;
  size: number;
  unit: 'games' | 'generations' | 'drawn_games';
  is_at_work: boolean;
  is_stopping: boolean;
  /** How its process ended, if it ended badly while this server saw it. */
  bad_end: 'error' | 'killed' | null;
  said: string | null;
}

export interface RunDetails {
  run: Run;
  settings: string | null;
  results: { white_wins: number; draws: number; black_wins: number } | null;
  curve: { against: string; generations: number; points: CurvePoint[] } | null;
  forecasts: FitForecasts[];
  score: RunScore | null;
  sprt: RunTest | null;
  standings: Standing[];
  /** The player whose rating is fixed; null if the mean of the standings is 0. */
  anchor: { name: string; elo: number } | null;
  effects: { feature: string; games: number; elo: number; elo_error_95: number }[];
  rungs: { rung: string; depth: number; nodes: number; seconds: number; at_least: boolean }[];
  tuning: Tuning | null;
  adaptation: Adaptation | null;
  own: OwnRun | null;
}

export type StartableKind = 'train' | 'selfplay' | 'match' | 'tune';

/** The kind of a key's value. */
export type KeyValue = 'text' | 'heuristic' | 'player' | 'whole' | 'real' | 'truth' | 'choice' | 'several';

export interface RecipeKey {
  name: string;
  value: KeyValue;
  choices: string[];
  meaning: string;
  meaning_es: string;
}

export interface RecipeTable {
  name: string;
  is_optional: boolean;
  /** The recipe has one such table for each of several names. */
  is_repeated: boolean;
  heading: string;
  heading_es: string;
  keys: RecipeKey[];
}

/** Values by table and key, as JSON has them. */
export type RecipeValues = { [key: string]: string | number | boolean | null | string[] | RecipeValues };

/** An option of this program that can be tuned: a number has its range, a check or a choice its values. */
export interface EngineOption {
  name: string;
  default: string | null;
  least: number | null;
  most: number | null;
  values: string[];
}

export interface RecipeKind {
  kind: StartableKind;
  /** The recipe is a file that can be saved; else it is options of a command. */
  has_file: boolean;
  tables: RecipeTable[];
  values: RecipeValues;
  optional: Record<string, RecipeValues>;
  options: EngineOption[];
}

export interface Recipes {
  may_start: boolean;
  most_at_work: number;
  cores: number;
  kinds: RecipeKind[];
}

/** Why a recipe cannot be used, as a code with values and as a sentence in English; `other` is told by the sentence alone. */
export type RecipeFault = { key: string | null; text: string } & (
  | { code: 'unknown_key' | 'missing_key' | 'wrong_type' | 'names_file' | 'other_engine' | 'other' }
  | { code: 'unknown_word'; values: { word: string; known: string[] } }
  | { code: 'unknown_heuristic'; values: { name: string } }
  | { code: 'out_of_range'; values: { value: number; least: number; most: number } }
  | { code: 'too_small'; values: { value: number; least: number } }
  | { code: 'not_above'; values: { value: number; above: number; most: number } }
  | { code: 'odd'; values: { value: number } }
);

export interface Draft {
  toml: string | null;
  command: string | null;
  fault: RecipeFault | null;
}

export const PHASES = ['opening', 'middlegame', 'endgame'] as const;
export type PhaseName = (typeof PHASES)[number];

export interface LearnedWeight {
  start: number;
  weight: number;
  effect: number | null;
  effect_error_95: number | null;
  /** Half width of the interval of a fitted weight, in centipawns. */
  weight_error_95: number | null;
}

export interface LearnedCell {
  parameter: string;
  place: string;
  phases: Record<PhaseName, LearnedWeight>;
}

export interface LearnedTable {
  name: string;
  is_board: boolean;
  cells: LearnedCell[];
}

export interface LearnedTables {
  generation: number;
  generations: number;
  family: string;
  is_tied: boolean;
  tables: LearnedTable[];
}

export interface ParameterHistory {
  parameter: string;
  points: { generation: number; phases: Record<PhaseName, LearnedWeight> }[];
}

export const runsApi = {
  list: () => ask<RunList>('/api/runs'),
  run: (id: string) => ask<RunDetails>(`/api/runs/${encodeURIComponent(id)}`),
  pause: (id: string) => ask<RunDetails>(`/api/runs/${id}/pause`, {}),
  goOn: (id: string) => ask<RunDetails>(`/api/runs/${id}/go-on`, {}),
  extend: (id: string, to: number) => ask<RunDetails>(`/api/runs/${id}/extend`, { to }),
  play: (id: string, generation: number) => ask<State>(`/api/runs/${id}/play`, { generation }),
  tables: (id: string, generation: number | null) =>
    ask<LearnedTables>(`/api/runs/${id}/tables${generation === null ? '' : `?generation=${generation}`}`),
  history: (id: string, parameter: string) =>
    ask<ParameterHistory>(`/api/runs/${id}/parameters/${encodeURIComponent(parameter)}`),
  recipes: () => ask<Recipes>('/api/recipes'),
  check: (kind: StartableKind, recipe: RecipeValues) => ask<Draft>('/api/recipes/check', { kind, recipe }),
  save: (kind: StartableKind, name: string, recipe: RecipeValues) =>
    ask<{ file: string }>('/api/recipes/save', { kind, name, recipe }),
  start: (kind: StartableKind, name: string, recipe: RecipeValues, threads: number | null) =>
    ask<RunDetails>('/api/runs/start', { kind, name, recipe, threads }),
};
