import type { Texts } from '../i18n';
import type { AxisName, AxisScore, HistoryStep, HowISeeYou, StepHabit } from '../net/contract';

/** The server's scores reach from −3 to 3; typical players of the two ends stand at −1 and +1. */
const SCALE = 3;

/** Where a score lies on the scale, in percent from the left end. */
export function percent(score: number): number {
  return (50 * (Math.max(-SCALE, Math.min(SCALE, score)) + SCALE)) / SCALE;
}

/** A score in whole points: −100 and +100 are the typical players of the two ends. */
export function points(score: number): string {
  const rounded = Math.round(100 * score);
  return rounded < 0 ? `−${-rounded}` : `${rounded > 0 ? '+' : ''}${rounded}`;
}

/** What may be told of the user's style, in a sentence. */
export function styleInWords(seen: HowISeeYou, texts: Texts): string {
  if (seen.moves_until_said > 0) return texts.see.moreMoves(seen.moves_until_said);
  if (seen.axes.every((axis) => axis.said === 'unknown')) return texts.see.notYet;
  return texts.see.sentence(seen.axes.map((axis) => texts.see.said[axis.name][axis.said]));
}

/** A move of the user, by how much it moved the view of an axis, and the habits that explain it. */
export interface Step {
  ply: number;
  axis: AxisName;
  change: number;
  habits: readonly StepHabit[];
}

/** Changes below this are not told, in the unit of scores. */
const LEAST_CHANGE = 0.02;

/** The moves that moved the view so much that it is told. */
export function toldSteps(history: readonly HistoryStep[], axes: readonly AxisName[]): Step[] {
  const steps: Step[] = [];
  for (const [index, step] of history.entries()) {
    const before = history[index - 1];
    for (const axis of axes) {
      const now = step[axis];
      const earlier = before?.[axis];
      if (now && earlier) steps.push({ ply: step.ply, axis, change: now.score - earlier.score, habits: step.habits[axis] });
    }
  }
  return steps.filter((step) => Math.abs(step.change) >= LEAST_CHANGE);
}

/** The moves that moved the view most, the largest first. */
export function largestSteps(history: readonly HistoryStep[], axes: readonly AxisName[], most: number): Step[] {
  return toldSteps(history, axes)
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change))
    .slice(0, most);
}

/** How far a move moved the view, to which end, and by which habits. */
export function stepInWords({ axis, change, habits }: Step, { see, peers }: Texts): string {
  const toward = see.toward(see.ends[axis][change < 0 ? 0 : 1], Math.round(Math.abs(100 * change)));
  const seen = habits.map((habit) =>
    see.seenHabit(
      peers.habit(habit.sign, habit.question),
      [peers.word(habit.before), peers.word(habit.value)],
      Math.round(100 * habit.usual),
    ),
  );
  return seen.length > 0 ? see.byHabits(toward, seen) : see.byNoHabit(toward);
}

/** The outline of the interval over the history, in a box of 100 by 100. */
export function bandPath(history: readonly HistoryStep[], axis: AxisName): string {
  const known = history.flatMap((step) => (step[axis] ? [step[axis]] : []));
  if (known.length < 2) return '';
  const x = (index: number): string => ((100 * index) / (known.length - 1)).toFixed(2);
  const y = (score: number): string => (100 - percent(score)).toFixed(2);
  const side = (which: 0 | 1): string[] =>
    known.map((step: AxisScore, index) => `${x(index)},${y(step.interval_95[which])}`);
  return `M${side(1).join('L')}L${side(0).reverse().join('L')}Z`;
}
