const SIZE = 3.5;

/** A point of a curve. Curves differ by the shape of their points and by their stroke, and not by colour alone. */
export function Marker({ tone, x, y }: { tone: number; x: number; y: number }) {
  const [left, right, top, bottom] = [x - SIZE, x + SIZE, y - SIZE, y + SIZE];
  switch (tone) {
    case 1:
      return <path class="point" d={`M${left},${top}H${right}V${bottom}H${left}Z`} />;
    case 2:
      return <path class="point" d={`M${x},${top - 1}L${right + 1},${bottom}H${left - 1}Z`} />;
    case 3:
      return <path class="point" d={`M${x},${top - 1.5}L${right + 1.5},${y}L${x},${bottom + 1.5}L${left - 1.5},${y}Z`} />;
    default:
      return <circle class="point" cx={x} cy={y} r={SIZE} />;
  }
}

/** A curve's stroke and point, for a legend. */
export function ToneKey({ tone }: { tone: number }) {
  return (
    <svg class={`key tone${tone}`} width="34" height="12" aria-hidden="true">
      <path class="mean" d="M0,6H34" />
      <Marker tone={tone} x={17} y={6} />
    </svg>
  );
}
