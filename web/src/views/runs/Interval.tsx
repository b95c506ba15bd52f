import { useTexts } from '../../i18n';
import { share } from './scale';

/** An Elo difference with its interval, as text: +12 ± 8. */
export function eloText(locale: string, elo: number, error: number): string {
  const number = (digits: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
  const digits = error < 1 ? 1 : 0;
  const signed = new Intl.NumberFormat(locale, { maximumFractionDigits: digits, signDisplay: 'exceptZero' });
  return `${signed.format(elo)} ± ${number(digits).format(error)}`;
}

/** The band of an interval, from one end to the other. */
function Band({ elo, error, widest }: { elo: number; error: number; widest: number }) {
  const left = share(elo - error, -widest, widest);
  const right = share(elo + error, -widest, widest);
  const sure = elo - error > 0 ? 'up' : elo + error < 0 ? 'down' : 'open';
  return <i class={`band ${sure}`} style={{ left: `${left}%`, width: `${Math.max(1, right - left)}%` }} />;
}

/** A row with a name and the band of an interval, in which zero is marked; without a figure it says so. */
export function IntervalRow(props: { name: string; elo: number | null; error: number; widest: number; note?: string }) {
  const texts = useTexts();
  const { elo, error, widest } = props;
  return (
    <li class="interval">
      <span class="name">{props.name}</span>
      <span class="track" aria-hidden="true">
        <i class="mark middle" />
        {elo !== null && <Band elo={elo} error={error} widest={widest} />}
      </span>
      <span class="figure">{elo === null ? texts.runs.tuning.notTold : texts.runs.elo(eloText(texts.locale, elo, error))}</span>
      {props.note && <span class="detail">{props.note}</span>}
    </li>
  );
}

/** The half width that holds all these intervals. */
export function widest(rows: readonly { elo: number; elo_error_95: number }[]): number {
  return Math.max(10, ...rows.map((row) => Math.abs(row.elo) + row.elo_error_95));
}
