import { useTexts } from '../../i18n';
import type { OptionFindings } from '../../net/runs';
import { eloText } from './Interval';
import { Readable } from './Readable';
import { path, ticks } from './scale';

const WIDTH = 300;
const HEIGHT = 170;
const LEFT = 40;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 28;
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
  const most = Math.max(6, Math.floor(WIDTH / option.curve.length / LETTER) - 1);
  const shown: { text: string; x: number; half: number }[] = [];
  for (const place of option.curve.map((_, index) => index).sort((one, other) => rank(one) - rank(other))) {
    const whole = option.curve[place]?.value ?? '';
    const text = whole.length > most ? `${whole.slice(0, most - 1)}…` : whole;
    const half = (LETTER * text.length) / 2 + 3;
    const x = Math.min(WIDTH - half, Math.max(half, xs[place] ?? 0));
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

/** Elo by the value of one option, with its doubt. `most` is the half height in Elo, the same for all options. */
export function OptionChart({ option, most }: { option: OptionFindings; most: number }) {
  const texts = useTexts();
  const words = texts.runs.tuning;
  const xs = places(option).map((share) => LEFT + 8 + share * (WIDTH - LEFT - RIGHT - 16));
  const y = (elo: number): number => TOP + ((most - elo) / (2 * most)) * (HEIGHT - TOP - BOTTOM);
  const best = between(option);
  const number = new Intl.NumberFormat(texts.locale, { notation: 'compact', maximumSignificantDigits: 3 });
  const points = option.curve.flatMap(({ value, elo, elo_error_95 }, place) =>
    elo === null ? [] : [{ value, x: xs[place] ?? 0, elo, error: elo_error_95 ?? 0 }],
  );
  const isCurve = option.kind === 'number' && points.length > 1;
  const line = (ends: readonly (readonly [number, number])[]): string =>
    path(ends.map(([x, elo]) => [x, y(elo)] as const));
  return (
    <figure class="option-chart">
      <figcaption>{option.name}</figcaption>
      <div class="chart">
        <Readable
          width={WIDTH}
          height={HEIGHT}
          points={points.map(({ value, x, elo, error }) => ({
            key: value,
            x,
            y: y(elo),
            text: `${value}: ${texts.runs.elo(eloText(texts.locale, elo, error))}`,
          }))}
        >
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words.curve(option.name, option.best, option.start)}>
            {ticks(-most, most, 4).map((elo) => (
              <g key={elo} class={elo === 0 ? 'grid zero' : 'grid'}>
                <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(elo)} y2={y(elo)} />
                <text x={LEFT - 6} y={y(elo) + 4} text-anchor="end">
                  {number.format(elo)}
                </text>
              </g>
            ))}
            {labels(option, xs).map((label) => (
              <text key={label.x} x={label.x} y={HEIGHT - 8} text-anchor="middle">
                {label.text}
              </text>
            ))}
            <g class="tone0">
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
              {best && <circle class="best-value" cx={LEFT + 8 + best.share * (WIDTH - LEFT - RIGHT - 16)} cy={y(best.elo)} r="8" />}
              {points.map((point) => (
                <g key={point.value}>
                  <line class="error" x1={point.x} x2={point.x} y1={y(point.elo - point.error)} y2={y(point.elo + point.error)} />
                  {point.value === option.start ? (
                    <rect class="own-value" x={point.x - 4} y={y(point.elo) - 4} width="8" height="8" />
                  ) : (
                    <circle cx={point.x} cy={y(point.elo)} r="3" />
                  )}
                  {point.value === option.best && <circle class="best-value" cx={point.x} cy={y(point.elo)} r="8" />}
                </g>
              ))}
            </g>
          </svg>
        </Readable>
      </div>
    </figure>
  );
}
