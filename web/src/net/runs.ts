import { ask } from './api';

/** What the server says of runs, after `src/serve/openapi.json`. */

export type RunKind = 'selfplay' | 'training' | 'match' | 'tournament' | 'ablation' | 'ladder' | 'adaptation';
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
  changed: number;
}

export interface RunList {
  runs: Run[];
  unreadable: { name: string; problem: string }[];
  left_out: boolean;
}

export interface CurvePoint {
  generation: number;
  games: number;
  elo: number | null;
  elo_error_95: number | null;
  test: TestVerdict | null;
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

export interface RunDetails {
  run: Run;
  settings: string | null;
  results: { white_wins: number; draws: number; black_wins: number } | null;
  curve: { against: string; generations: number; points: CurvePoint[] } | null;
  score: RunScore | null;
  sprt: RunTest | null;
  standings: Standing[];
  effects: { feature: string; games: number; elo: number; elo_error_95: number }[];
  rungs: { rung: string; depth: number; nodes: number; seconds: number; at_least: boolean }[];
}

export const runsApi = {
  list: () => ask<RunList>('/api/runs'),
  run: (id: string) => ask<RunDetails>(`/api/runs/${encodeURIComponent(id)}`),
};
