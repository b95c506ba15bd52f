import type { ComponentChildren } from 'preact';
import { useTexts } from '../../i18n';
import { Readable, type ReadPoint } from './Readable';
import { tickLabels } from './scale';

/** The plane of a small chart, in units of the drawing. */
export const SMALL = { width: 300, height: 170, left: 44, right: 14, top: 10, bottom: 28 } as const;

interface ValueLinesProps {
  values: readonly number[];
  y(value: number): number;
  left: number;
  right: number;
}

/** Lines across a chart at round values, which stand to the left of it. */
export function ValueLines({ values, y, left, right }: ValueLinesProps) {
  const labels = tickLabels(useTexts().locale, values);
  return (
    <>
      {values.map((value, place) => (
        <g key={value} class={value === 0 ? 'grid zero' : 'grid'}>
          <line x1={left} x2={right} y1={y(value)} y2={y(value)} />
          <text x={left - 6} y={y(value) + 4} text-anchor="end">
            {labels[place]}
          </text>
        </g>
      ))}
    </>
  );
}

interface SmallChartProps {
  name: string;
  /** What the chart shows, for screen readers. */
  label: string;
  values: readonly number[];
  y(value: number): number;
  /** What is written below the chart. */
  below: readonly { x: number; text: string }[];
  points: readonly ReadPoint[];
  children: ComponentChildren;
}

/** One of several charts of one size: a named plane with value lines, whose points are read one by one. */
export function SmallChart({ name, label, values, y, below, points, children }: SmallChartProps) {
  const { width, height, left, right } = SMALL;
  return (
    <figure class="option-chart">
      <figcaption>{name}</figcaption>
      <div class="chart">
        <Readable width={width} height={height} points={points}>
          <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
            <ValueLines values={values} y={y} left={left} right={width - right} />
            {below.map((one) => (
              <text key={one.x} x={one.x} y={height - 8} text-anchor="middle">
                {one.text}
              </text>
            ))}
            <g class="tone0">{children}</g>
          </svg>
        </Readable>
      </div>
    </figure>
  );
}
