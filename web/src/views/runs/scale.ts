/** Round numbers between two ends, about `count` of them. */
export function ticks(from: number, to: number, count: number): number[] {
  const span = to - from;
  if (!(span > 0) || count < 1) return [from];
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power;
  const found: number[] = [];
  // Zero has no sign: "-0" would be written so.
  for (let place = Math.ceil(from / step); place * step <= to + step * 1e-9; place += 1) found.push(place * step || 0);
  return found;
}

/** Short texts of the numbers at the lines of a chart, with as many digits as tell them apart. */
export function tickLabels(locale: string, values: readonly number[]): string[] {
  for (let digits = 3; ; digits += 1) {
    const number = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: digits });
    const labels = values.map((value) => number.format(value));
    if (digits >= 15 || new Set(labels).size === labels.length) return labels;
  }
}

/** The smallest and the largest of some numbers; a range around one number has a width. */
export function range(values: readonly number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  return low === high ? [low - 1, high + 1] : [low, high];
}

/** Where `value` lies between two ends, in per cent, within 0 and 100. */
export function share(value: number, from: number, to: number): number {
  return Math.min(100, Math.max(0, (100 * (value - from)) / (to - from)));
}

/** A line through points, as the `d` of an SVG path. */
export function path(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)},${y.toFixed(1)}`).join('');
}
