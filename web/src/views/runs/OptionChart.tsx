import { useTexts } from '../../i18n';
import type { OptionFindings } from '../../net/runs';
import { eloText } from './Interval';
import { path, ticks } from './scale';
import { SMALL, SmallChart } from './SmallChart';

/** A value whose Elo is known, at its place from left to right. */
interface ValuePoint {
  value: string;
  x: number;
  elo: number;
  error: number;
}

/** The width of a letter below the chart, in pixels. */
const LETTER = 7;

/** Where each value stands from left to right, 0 to 1: numbers by their size, words in their order. */
export function places(option: OptionFindings): number[] {
  const values = option.curve.map((point) => Number(point.value));
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 1];
  const isScaled = option.kind === 'number' && values.every(Number.isFinite) && last > first;
  return option.curve.map((_, place) =>
    isScaled ? ((values[place] ?? 0) - first) / (last - first) : place / Math.max(1, option.curve.length - 1),
  );
}

/** The values that are written below the chart: those that matter most, as far as they have room. */
function labels(option: OptionFindings, xs: readonly number[]): { text: string; x: number }[] {
  const last = option.curve.length - 1;
  const rank = (place: number): number => {
    const value = option.curve[place]?.value;
    if (value === option.best) return 0;
    if (value === option.start) return 1;
    return place === 0 || place === last ? 2 : 3;
  };
  const most = Math.max(6, Math.floor(SMALL.width / option.curve.length / LETTER) - 1);
  const shown: { text: string; x: number; half: number }[] = [];
  for (const place of option.curve.map((_, index) => index).sort((one, other) => rank(one) - rank(other))) {
    const whole = option.curve[place]?.value ?? '';
    const text = whole.length > most ? `${whole.slice(0, most - 1)}…` : whole;
    const half = (LETTER * text.length) / 2 + 3;
    const x = Math.min(SMALL.width - half, Math.max(half, xs[place] ?? 0));
    if (shown.every((other) => Math.abs(other.x - x) >= other.half + half)) shown.push({ text, x, half });
  }
  return shown;
}

/** Where the best value stands if it lies between two that were tried: its share of the width, and Elo on the line between them. */
export function between(option: OptionFindings): { share: number; elo: number } | null {
  const best = Number(option.best);
  const values = option.curve.map((point) => Number(point.value));
  const above = values.findIndex((value) => value > best);
  const [low, high] = [option.curve[above - 1], option.curve[above]];
  if (option.kind !== 'number' || !low || !high || low.value === option.best || low.elo === null || high.elo === null) return null;
  const shares = places(option);
  const part = (best - Number(low.value)) / (Number(high.value) - Number(low.value));
  const at = (from: number, to: number): number => from + part * (to - from);
  return { share: at(shares[above - 1] ?? 0, shares[above] ?? 0), elo: at(low.elo, high.elo) };
}

/** The value of an option at a place of its chart, with its error; the engine's own is a square, the best has a ring. */
function ValueMark({ option, point, y }: { option: OptionFindings; point: ValuePoint; y(elo: number): number }) {
  const { value, x, elo, error } = point;
  return (
    <g>
      <line class="error" x1={x} x2={x} y1={y(elo - error)} y2={y(elo + error)} />
      {value === option.start ? (
        <rect class="own-value" x={x - 4} y={y(elo) - 4} width="8" height="8" />
      ) : (
        <circle cx={x} cy={y(elo)} r="3" />
      )}
      {value === option.best && <circle class="best-value" cx={x} cy={y(elo)} r="8" />}
    </g>
  );
}

/** Elo by the value of one option, with its doubt. `most` is the half height in Elo, the same for all options. */
export function OptionChart({ option, most }: { option: OptionFindings; most: number }) {
  const texts = useTexts();
  const x = (share: number): number => SMALL.left + 8 + share * (SMALL.width - SMALL.left - SMALL.right - 16);
  const xs = places(option).map(x);
  const y = (elo: number): number => SMALL.top + ((most - elo) / (2 * most)) * (SMALL.height - SMALL.top - SMALL.bottom);
  const best = between(option);
  const points = option.curve.flatMap(({ value, elo, elo_error_95 }, place): ValuePoint[] =>
    elo === null ? [] : [{ value, x: xs[place] ?? 0, elo, error: elo_error_95 ?? 0 }],
  );
  const isCurve = option.kind === 'number' && points.length > 1;
  const line = (ends: readonly (readonly [number, number])[]): string => path(ends.map(([at, elo]) => [at, y(elo)] as const));
  return (
    <SmallChart
      name={option.name}
      label={texts.runs.tuning.curve(option.name, option.best, option.start)}
      values={ticks(-most, most, 4)}
      y={y}
      below={labels(option, xs)}
      points={points.map(({ value, x: at, elo, error }) => ({
        key: value,
        x: at,
        y: y(elo),
        text: `${value}: ${texts.runs.elo(eloText(texts.locale, elo, error))}`,
      }))}
    >
      {isCurve && (
        <>
          <path
            class="doubt"
            d={`${line([
              ...points.map((point) => [point.x, point.elo + point.error] as const),
              ...points.map((point) => [point.x, point.elo - point.error] as const).reverse(),
            ])}Z`}
          />
          <path class="mean" d={line(points.map((point) => [point.x, point.elo] as const))} />
        </>
      )}
      {best && <circle class="best-value" cx={x(best.share)} cy={y(best.elo)} r="8" />}
      {points.map((point) => (
        <ValueMark key={point.value} option={option} point={point} y={y} />
      ))}
    </SmallChart>
  );
}
