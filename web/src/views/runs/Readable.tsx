import type { ComponentChildren, TargetedPointerEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../../i18n';

/** A point of a drawing, in the units of the drawing, and what it says. */
export interface ReadPoint {
  key: string;
  x: number;
  y: number;
  text: string;
}

/** How near to a point the pointer must be, in pixels. */
const NEAR = 40;

/** The point next to the pointer. */
function nearest(event: TargetedPointerEvent<HTMLElement>, width: number, points: readonly ReadPoint[]): ReadPoint | undefined {
  const box = event.currentTarget.getBoundingClientRect();
  const scale = box.width / width;
  let found: ReadPoint | undefined;
  let least = NEAR;
  for (const point of points) {
    const far = Math.hypot(event.clientX - box.left - scale * point.x, event.clientY - box.top - scale * point.y);
    if (far < least) [found, least] = [point, far];
  }
  return found;
}

/** Where the words beside a point have room: `left`, `right` or neither of the point, and below it near the top. */
function side(point: ReadPoint, width: number, height: number): string {
  const across = point.x < width / 3 ? 'right' : point.x > (2 * width) / 3 ? 'left' : '';
  return `${across} ${point.y < height / 2 ? 'below' : ''}`;
}

/** A drawing whose points are read one by one: under the pointer, or with the arrow keys from left to right. */
export function Readable(props: { width: number; height: number; points: readonly ReadPoint[]; children: ComponentChildren }) {
  const texts = useTexts();
  const { width, height } = props;
  const [key, choose] = useState<string | null>(null);
  const points = props.points.toSorted((one, other) => one.x - other.x);
  const at = points.findIndex((point) => point.key === key);
  const point = points[at];
  const toPlace = (place: number): void => choose(points[place]?.key ?? null);
  return (
    <div
      class="plot"
      onPointerMove={(event) => choose(nearest(event, width, points)?.key ?? null)}
      onPointerLeave={() => choose(null)}
    >
      {props.children}
      {points.length > 0 && (
        <input
          type="range"
          min={0}
          max={points.length - 1}
          value={Math.max(0, at)}
          aria-label={texts.runs.pointByPoint}
          aria-valuetext={(point ?? points[0])?.text}
          onInput={(event) => toPlace(Number(event.currentTarget.value))}
          onFocus={() => toPlace(Math.max(0, at))}
          onBlur={() => choose(null)}
          onKeyDown={(event) => event.key === 'Escape' && choose(null)}
        />
      )}
      {point && (
        <div class="here" style={{ left: `${(100 * point.x) / width}%`, top: `${(100 * point.y) / height}%` }} aria-hidden="true">
          <i />
          <span class={side(point, width, height)}>{point.text}</span>
        </div>
      )}
    </div>
  );
}
