import { useId } from 'preact/hooks';
import { useTexts } from '../../i18n';
import type { LearnedCell, LearnedWeight, PhaseName } from '../../net/runs';

const SIZE = 36;
const MARGIN = 18;
/** The most colour that a square has, so that its figure stays readable. */
const MOST_COLOR = 0.6;

/** True if the games do not say which way is better: for a fitted weight, whether it differs from where it began. */
export const isOpen = (weight: LearnedWeight): boolean => {
  // An effect that is shrunk fully is 0 ± 0: the games tell nothing of it, so a bound that is met is open, too.
  if (weight.weight_error_95 !== null) return Math.abs(weight.weight - weight.start) <= weight.weight_error_95;
  return weight.effect === null || weight.effect_error_95 === null || Math.abs(weight.effect) <= weight.effect_error_95;
};

/** The weight of which the most is known: the largest effect, or change by a fit, that is told apart from zero; else the first. */
export function mostKnown(cells: readonly LearnedCell[], phase: PhaseName): LearnedCell | undefined {
  const size = ({ phases: { [phase]: weight } }: LearnedCell): number =>
    isOpen(weight) ? 0 : Math.abs(weight.weight_error_95 === null ? (weight.effect ?? 0) : weight.weight - weight.start);
  return cells.reduce<LearnedCell | undefined>((best, cell) => (best && size(best) >= size(cell) ? best : cell), undefined);
}

interface HeatMapProps {
  cells: readonly LearnedCell[];
  phase: PhaseName;
  /** The figure of a square. */
  value(weight: LearnedWeight): number;
  /** The largest figure of all boards that share a scale. */
  most: number;
  hasDoubt: boolean;
  label: string;
  title: string;
  chosen: string;
  choose(parameter: string): void;
}

/** A board with a weight on each square: colour by sign and size, hatching by doubt, and the figure itself. */
export function HeatMap({ cells, phase, value, most, hasDoubt, label, title, chosen, choose }: HeatMapProps) {
  const texts = useTexts();
  const hatch = useId();
  const number = new Intl.NumberFormat(texts.locale);
  const side = 8 * SIZE + MARGIN;
  return (
    <figure class="heat">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" x2="0" y1="0" y2="6" class="hatch" />
        </pattern>
        {cells.map((cell) => {
          const x = MARGIN + SIZE * (cell.place.charCodeAt(0) - 97);
          const y = SIZE * (8 - Number(cell.place[1]));
          const weight = cell.phases[phase];
          const figure = value(weight);
          return (
            <g key={cell.place} onClick={() => choose(cell.parameter)} class={cell.parameter === chosen ? 'cell chosen' : 'cell'}>
              <rect
                x={x}
                y={y}
                width={SIZE}
                height={SIZE}
                class={figure < 0 ? 'less' : 'more'}
                fill-opacity={(MOST_COLOR * Math.abs(figure)) / Math.max(1, most)}
              />
              {hasDoubt && isOpen(weight) && <rect x={x} y={y} width={SIZE} height={SIZE} fill={`url(#${hatch})`} />}
              <rect x={x + 0.5} y={y + 0.5} width={SIZE - 1} height={SIZE - 1} class="edge" />
              <text x={x + SIZE / 2} y={y + SIZE / 2 + 4} text-anchor="middle">
                {number.format(figure)}
              </text>
            </g>
          );
        })}
        {Array.from('abcdefgh').map((file, place) => (
          <text key={file} class="edge-name" x={MARGIN + SIZE * (place + 0.5)} y={side - 4} text-anchor="middle">
            {file}
          </text>
        ))}
        {Array.from({ length: 8 }, (_, place) => (
          <text key={place} class="edge-name" x={MARGIN / 2} y={SIZE * (place + 0.5) + 4} text-anchor="middle">
            {8 - place}
          </text>
        ))}
      </svg>
    </figure>
  );
}
