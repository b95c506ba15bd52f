/** Trials of adaptation of the server that tests the page alone. */
import type { Adaptation, TrialRow } from '../src/net/runs';

const row = (name: string, elo: number): TrialRow => ({ name, games: 1_500, score: 0.5 + elo / 700, elo, elo_error_95: 9 });

/** A trial on its first fold, one that is over, and one of another version. */
export function adaptations(): (Adaptation | null)[] {
  const policies = ['neutral', 'win+30', 'hold-30', 'press+20'].map((name, place) => row(name, 20 - 5 * place));
  const begun: Adaptation = {
    policies,
    arms: [],
    best_fixed: null,
    adaptive_minus_best_fixed: null,
    adaptive_minus_placebo: null,
    headroom: { elo: 4, elo_error_95: 11 },
    memory_minus_adaptive: null,
  };
  const over: Adaptation = {
    ...begun,
    arms: ['best-fixed', 'adaptive', 'placebo', 'neutral'].map((name, place) => row(name, 12 + 3 * place)),
    best_fixed: 'neutral',
    adaptive_minus_best_fixed: { elo: 3, elo_error_95: 5 },
    adaptive_minus_placebo: { elo: -2, elo_error_95: 5 },
  };
  return [begun, over, null];
}
