/** The outline of each tone's mark around (0, 0): circle, square, triangle, diamond. Nobody needs to tell colours apart. */
const OUTLINES = ['M3.2,0A3.2,3.2 0 1 1 -3.2,0A3.2,3.2 0 1 1 3.2,0Z', 'M-3,-3H3V3H-3Z', 'M0,-4L3.8,3H-3.8Z', 'M0,-4.4L4.4,0L0,4.4L-4.4,0Z'];

/** The point of a curve, in the shape of its tone. */
export function Mark({ tone, x, y }: { tone: number; x: number; y: number }) {
  return <path class="point" d={OUTLINES[tone % OUTLINES.length]} transform={`translate(${x.toFixed(1)},${y.toFixed(1)})`} />;
}

/** The mark in a legend. */
export function MarkKey({ tone }: { tone: number }) {
  return (
    <svg class={`mark-key tone${tone}`} viewBox="-6 -6 12 12" aria-hidden="true">
      <Mark tone={tone} x={0} y={0} />
    </svg>
  );
}
