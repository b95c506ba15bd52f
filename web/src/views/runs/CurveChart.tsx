import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useTexts } from '../../i18n';
import { Mark } from './Mark';
import { path, range, ticks } from './scale';

export interface ChartPoint {
  x: number;
  y: number;
  error: number;
}

export interface ChartCurve {
  id: string;
  name: string;
  /** Which of the four colours and strokes it has. */
  tone: number;
  points: ChartPoint[];
}

const HEIGHT = 280;
const LEFT = 46;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 34;
/** The steps of the two sliders that zoom. */
const STEPS = 100;

/** The width of an element in pixels, as it changes. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, width };
}

/** Curves with bands of doubt over the number of games. The zoom stays while points are added. */
export function CurveChart({ curves, label }: { curves: ChartCurve[]; label: string }) {
  const texts = useTexts();
  const plane = useId();
  const { place, width } = useWidth();
  const [zoom, setZoom] = useState<readonly [number, number]>([0, STEPS]);
  const all = curves.flatMap((curve) => curve.points);
  const last = 1.02 * Math.max(1, ...all.map((point) => point.x));
  const [from, to] = [(zoom[0] / STEPS) * last, (zoom[1] / STEPS) * last];
  const within = all.filter((point) => point.x >= from && point.x <= to);
  const [low, high] = range([0, ...within.flatMap((point) => [point.y - point.error, point.y + point.error])]);
  const x = (games: number): number => LEFT + ((games - from) / (to - from)) * (width - LEFT - RIGHT);
  const y = (elo: number): number => HEIGHT - BOTTOM - ((elo - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const number = new Intl.NumberFormat(texts.locale, { notation: 'compact', maximumSignificantDigits: 3 });
  const slide = (end: 0 | 1, value: number): void => {
    setZoom(end === 0 ? [Math.min(value, zoom[1] - 1), zoom[1]] : [zoom[0], Math.max(value, zoom[0] + 1)]);
  };
  return (
    <div class="chart" ref={place}>
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        <clipPath id={plane}>
          <rect x={LEFT} y={TOP - 4} width={width - LEFT - RIGHT} height={HEIGHT - TOP - BOTTOM + 8} />
        </clipPath>
        {ticks(low, high, 5).map((elo) => (
          <g key={elo} class={elo === 0 ? 'grid zero' : 'grid'}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(elo)} y2={y(elo)} />
            <text x={LEFT - 6} y={y(elo) + 4} text-anchor="end">
              {number.format(elo)}
            </text>
          </g>
        ))}
        {ticks(from, to, Math.max(2, width / 130)).map((games) => (
          <text key={games} x={x(games)} y={HEIGHT - 12} text-anchor="middle">
            {number.format(games)}
          </text>
        ))}
        <g clip-path={`url(#${plane})`}>
          {curves.map(({ id, tone, points }) => (
            <g key={id} class={`tone${tone}`}>
              <path
                class="doubt"
                d={`${path([
                  ...points.map((point) => [x(point.x), y(point.y + point.error)] as const),
                  ...points.map((point) => [x(point.x), y(point.y - point.error)] as const).reverse(),
                ])}Z`}
              />
              <path class="mean" d={path(points.map((point) => [x(point.x), y(point.y)] as const))} />
              {points.map((point) => (
                <g key={point.x}>
                  <line class="error" x1={x(point.x)} x2={x(point.x)} y1={y(point.y - point.error)} y2={y(point.y + point.error)} />
                  <Mark tone={tone} x={x(point.x)} y={y(point.y)} />
                </g>
              ))}
            </g>
          ))}
        </g>
      </svg>
      <div class="zoom">
        <label>
          {texts.runs.zoomFrom}
          <input type="range" min={0} max={STEPS} value={zoom[0]} onInput={(event) => slide(0, Number(event.currentTarget.value))} />
        </label>
        <label>
          {texts.runs.zoomTo}
          <input type="range" min={0} max={STEPS} value={zoom[1]} onInput={(event) => slide(1, Number(event.currentTarget.value))} />
        </label>
        <button type="button" disabled={zoom[0] === 0 && zoom[1] === STEPS} onClick={() => setZoom([0, STEPS])}>
          {texts.runs.zoomAll}
        </button>
      </div>
    </div>
  );
}
