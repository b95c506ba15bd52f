import type { TargetedPointerEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useTexts } from '../../i18n';
import { isolated } from '../../i18n/isolated';
import { Marker } from './Marker';
import { Readable } from './Readable';
import { path, range, tickLabels, ticks } from './scale';
import { ValueLines } from './SmallChart';

export interface ChartPoint {
  x: number;
  y: number;
  error: number;
  /** What the point says, after the name of its curve. */
  text: string;
}

export interface ChartCurve {
  id: string;
  name: string;
  /** Which of the four colours, strokes and shapes it has. */
  tone: number;
  points: ChartPoint[];
}

/** The part that is shown, in the unit of `x`; without an end it goes on as points are added. */
interface Zoom {
  from: number;
  to: number | null;
}

const WHOLE: Zoom = { from: 0, to: null };

const HEIGHT = 280;
const LEFT = 46;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 34;
/** A pointer that is drawn less far than this chooses no part, in pixels. */
const LEAST_DRAG = 8;

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

/** The two ends of the part that is shown, as sliders. `last` is the end of all. */
function Sliders({ zoom, last, setZoom }: { zoom: Zoom; last: number; setZoom(zoom: Zoom): void }) {
  const texts = useTexts();
  const number = new Intl.NumberFormat(texts.locale);
  const [first = 0, second = 1] = ticks(0, last, 100);
  const step = second - first;
  const max = step * Math.ceil(last / step);
  const [from, to] = [zoom.from, zoom.to ?? max];
  const ends = [
    { name: texts.runs.zoomFrom, value: from, slide: (value: number) => setZoom({ ...zoom, from: Math.min(value, to - step) }) },
    {
      name: texts.runs.zoomTo,
      value: to,
      slide: (value: number) => setZoom({ ...zoom, to: value >= max ? null : Math.max(value, from + step) }),
    },
  ];
  return (
    <div class="zoom">
      {ends.map(({ name, value, slide }) => (
        <label key={name}>
          {name}
          <input
            type="range"
            min={0}
            max={max}
            step={step}
            value={value}
            aria-valuetext={number.format(value)}
            onInput={(event) => slide(Number(event.currentTarget.value))}
          />
        </label>
      ))}
      <button type="button" disabled={zoom.from === 0 && zoom.to === null} onClick={() => setZoom(WHOLE)}>
        {texts.runs.zoomAll}
      </button>
    </div>
  );
}

/**
 * Curves with bands of doubt. A part is chosen by drawing over it or by two sliders, and stays while points are added;
 * the pointer or the arrow keys read single points.
 */
export function CurveChart({ curves, label }: { curves: ChartCurve[]; label: string }) {
  const texts = useTexts();
  const plane = useId();
  const { place, width } = useWidth();
  const [zoom, setZoom] = useState<Zoom>(WHOLE);
  const [drawn, setDrawn] = useState<readonly [number, number] | null>(null);
  const all = curves.flatMap((curve) => curve.points);
  const last = 1.02 * Math.max(1, ...all.map((point) => point.x));
  // A longer run may have been taken away since the part was chosen.
  const from = zoom.from < last ? zoom.from : 0;
  const to = Math.min(zoom.to ?? last, last);
  const isWithin = (point: ChartPoint): boolean => point.x >= from && point.x <= to;
  const [low, high] = range([0, ...all.filter(isWithin).flatMap((point) => [point.y - point.error, point.y + point.error])]);
  const room = width - LEFT - RIGHT;
  const x = (games: number): number => LEFT + ((games - from) / (to - from)) * room;
  const y = (elo: number): number => HEIGHT - BOTTOM - ((elo - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const across = ticks(from, to, Math.max(2, width / 130));
  const acrossLabels = tickLabels(texts.locale, across);
  const under = (event: TargetedPointerEvent<HTMLElement>): number => {
    const share = (event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / room;
    return from + Math.min(1, Math.max(0, share)) * (to - from);
  };
  const begin = (event: TargetedPointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrawn([under(event), under(event)]);
  };
  const end = (): void => {
    setDrawn(null);
    if (!drawn || Math.abs(x(drawn[0]) - x(drawn[1])) < LEAST_DRAG) return;
    const until = Math.max(...drawn);
    setZoom({ from: Math.min(...drawn), to: until >= last ? null : until });
  };
  return (
    <div class="chart" ref={place}>
      <div
        class="drawable"
        onPointerDown={begin}
        onPointerMove={(event) => drawn && setDrawn([drawn[0], under(event)])}
        onPointerUp={end}
        onPointerCancel={() => setDrawn(null)}
        onDblClick={() => setZoom(WHOLE)}
      >
        <Readable
          width={width}
          height={HEIGHT}
          points={curves.flatMap(({ id, name, points }) =>
            points.filter(isWithin).map((point) => ({ key: `${id} ${point.x}`, x: x(point.x), y: y(point.y), text: `${isolated(name)}: ${point.text}` })),
          )}
        >
          <svg width={width} height={HEIGHT} role="img" aria-label={label}>
            <clipPath id={plane}>
              <rect x={LEFT} y={TOP - 4} width={room} height={HEIGHT - TOP - BOTTOM + 8} />
            </clipPath>
            <ValueLines values={ticks(low, high, 5)} y={y} left={LEFT} right={width - RIGHT} />
            {across.map((games, place) => (
              <text key={games} class="across" x={x(games)} y={HEIGHT - 12} text-anchor="middle">
                {acrossLabels[place]}
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
                      <Marker tone={tone} x={x(point.x)} y={y(point.y)} />
                    </g>
                  ))}
                </g>
              ))}
              {drawn && <rect class="drawn" x={x(Math.min(...drawn))} y={0} width={Math.abs(x(drawn[0]) - x(drawn[1]))} height={HEIGHT} />}
            </g>
          </svg>
        </Readable>
      </div>
      <p class="detail">{texts.runs.chartHelp}</p>
      <Sliders zoom={{ from, to: zoom.to === null || zoom.to >= last ? null : zoom.to }} last={last} setZoom={setZoom} />
    </div>
  );
}
