import { useTexts } from '../../i18n';
import { share, ticks } from './scale';

/** An Elo difference with its interval, as text: +12 ± 8; a rating on the scale of an anchor has no sign. */
export function eloText(locale: string, elo: number, error: number, signDisplay: 'exceptZero' | 'auto' = 'exceptZero'): string {
  // As the terminal rounds them: both figures have the same decimals.
  const digits = error < 9.95 && signDisplay !== 'auto' ? 1 : 0;
  const rounded = { minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: 'halfEven', useGrouping: false } as const;
  const signed = new Intl.NumberFormat(locale, { ...rounded, signDisplay });
  return `${signed.format(elo)} ± ${new Intl.NumberFormat(locale, rounded).format(error)}`;
}

/** What intervals of one list share: the rating at the line in the middle, and how far the track reaches from it. */
export interface IntervalScale {
  widest: number;
  /** Rating at the line in the middle: that of the anchor, or 0. */
  origin: number;
}

/** The band of an interval, from one end to the other. */
function Band({ elo, error, scale: { widest, origin } }: { elo: number; error: number; scale: IntervalScale }) {
  const left = share(elo - error - origin, -widest, widest);
  const right = share(elo + error - origin, -widest, widest);
  const sure = elo - error > origin ? 'up' : elo + error < origin ? 'down' : 'open';
  return <i class={`band ${sure}`} style={{ left: `${left}%`, width: `${Math.max(1, right - left)}%` }} />;
}

interface IntervalRowProps {
  name: string;
  elo: number | null;
  error: number;
  widest: number;
  /** Rating of the anchor; without one figures are differences from 0. */
  anchor?: number;
  note?: string;
}

/** A row with a name and the band of an interval, in which zero is marked; without a figure it says so. */
export function IntervalRow({ name, elo, error, widest, anchor, note }: IntervalRowProps) {
  const texts = useTexts();
  const sign = anchor === undefined ? 'exceptZero' : 'auto';
  return (
    <li class="interval">
      <span class="name">{name}</span>
      <span class="track" aria-hidden="true">
        <i class="mark middle" />
        {elo !== null && <Band elo={elo} error={error} scale={{ widest, origin: anchor ?? 0 }} />}
      </span>
      <span class="figure">{elo === null ? texts.runs.tuning.notTold : texts.runs.elo(eloText(texts.locale, elo, error, sign))}</span>
      {note && <span class="detail">{note}</span>}
    </li>
  );
}

/** The axis below rows that share a scale. */
export function IntervalAxis({ widest, anchor }: { widest: number; anchor?: number }) {
  const texts = useTexts();
  const origin = anchor ?? 0;
  const number = new Intl.NumberFormat(texts.locale, { signDisplay: anchor === undefined ? 'exceptZero' : 'auto', useGrouping: false });
  return (
    <li class="interval axis" aria-hidden="true">
      <span class="name" />
      <span class="ticks">
        {ticks(origin - widest, origin + widest, 4).map((tick) => (
          <i key={tick} style={{ left: `${share(tick - origin, -widest, widest)}%` }}>
            {number.format(tick)}
          </i>
        ))}
      </span>
      <span class="figure">Elo</span>
    </li>
  );
}

/** The half width that holds all these intervals around an origin. */
export function widest(rows: readonly { elo: number; elo_error_95: number }[], origin = 0): number {
  return Math.max(10, ...rows.map((row) => Math.abs(row.elo - origin) + row.elo_error_95));
}
