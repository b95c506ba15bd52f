/** The parts of the report that compare the user with peers, after `src/serve/openapi.json`. */
import type { ExampleGame, WinDrawLoss } from './results';
import type { ColorName } from './contract';

export interface ReportPosition extends ExampleGame {
  fen: string;
  color: ColorName;
}

export interface AxisPercentile {
  axis: 'attacking' | 'complicating';
  percentile: number;
  interval_95: [number, number];
}

export interface PeerGroup {
  population: string;
  rating_from: number | null;
  /** That of the peers: `all` if the pace of the games was not measured, null over the board. */
  pace: string | null;
  games: number;
}

export interface HabitComparison {
  habit: string;
  question: string;
  direction: 'more' | 'less';
  games: number;
  ahead: number;
  ahead_interval_95: [number, number];
  adjusted_p: number;
  is_trait: boolean;
}

export interface PlayerTrait extends HabitComparison {
  stability: { odd: number; even: number; halves: { earlier: number; later: number } | null; verdict: string };
  positions: ReportPosition[];
}

export interface PointsDifference {
  games: number;
  other_games: number;
  difference: number;
  error_95: number;
}

export interface OpeningLine extends WinDrawLoss {
  color: ColorName;
  name: string;
  eco: [string, string];
  variation: string | null;
  score: number;
  error_95: number;
  by_rating: { difference: number; error_95: number } | null;
  positions: ReportPosition[];
}

export interface TrendChange {
  change: number;
  error_95: number;
  is_beyond_chance: boolean;
}

export interface Trend {
  is_dated: boolean;
  periods: {
    years: [number, number] | null;
    games: number;
    attacking: number;
    attacking_error_95: number;
    beyond: number;
    beyond_error_95: number;
  }[];
  attacking: TrendChange;
  points: TrendChange;
}

/** Why there is no trend. */
export type MissingTrend =
  | { kind: 'few_games'; games: number; enough: number }
  | { kind: 'one_date'; precision: 'year' | 'month' | 'day'; games: number }
  | { kind: 'one_sided'; enough: number };

export type TrainingSubject =
  | { kind: 'opening'; color: ColorName; name: string }
  | { kind: 'course'; name: string }
  | { kind: 'habit'; habit: string; question: string; direction: 'more' | 'less' };

/**
 * What brings points, or costs them, beyond chance: in these games, or in those with more of the habit. Positions are of
 * won games for a strength, of lost ones for a weakness, else of drawn ones.
 */
export type PointsFinding = TrainingSubject & { points: PointsDifference; positions: ReportPosition[] };

export type TrainingItem = TrainingSubject & { points: PointsDifference; is_proven: boolean; positions: ReportPosition[] };

export interface ReportLimit {
  kind: string;
  games?: number;
  enough?: number;
}

export interface AmongPeers {
  standing: { peers: PeerGroup[]; games: number; without_pace: number; percentiles: AxisPercentile[] };
  habits: HabitComparison[];
  traits: PlayerTrait[];
  habit_points: (PointsDifference & { habit: string; question: string })[];
  openings: OpeningLine[];
  trend: Trend | null;
  missing_trend: MissingTrend | null;
  /** The greatest difference first. */
  strengths: PointsFinding[];
  weaknesses: PointsFinding[];
  training: TrainingItem[];
  limits: ReportLimit[];
}
