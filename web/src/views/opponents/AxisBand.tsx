import { useTexts } from '../../i18n';
import type { CardAxis } from '../../net/opponents';
import { percent, points } from '../../panels/bands';

interface AxisBandProps {
  name: 'attacking' | 'complicating';
  axis: CardAxis;
  /** How scores are written where the band stands; whole points by default. */
  write?: (score: number) => string;
}

/** Where a player stands on one axis, with 95 % probability. */
export function AxisBand({ name, axis, write = points }: AxisBandProps) {
  const texts = useTexts();
  const [low, high] = texts.see.ends[name];
  const [from, to] = axis.score_interval_95;
  const label = texts.see.band(texts.see.axes[name], write(from), write(to));
  const left = percent(from);
  return (
    <div class={`axis ${name}`}>
      <div class="ends" aria-hidden="true">
        <span>{low}</span>
        <span>{high}</span>
      </div>
      <div class="track" role="img" aria-label={label}>
        <i class="mark left" />
        <i class="mark middle" />
        <i class="mark right" />
        <i class="band" style={{ left: `${left}%`, width: `${Math.max(1, percent(to) - left)}%` }} />
      </div>
    </div>
  );
}
