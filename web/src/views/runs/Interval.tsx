import { useTexts } from '../../i18n';
import { share } from './scale';

/** An Elo difference with its interval, as text: +12 ± 8. */
export function eloText(locale: string, elo: number, error: number): string {
  const number = (digits: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
  const digits = error < 1 ? 1 : 0;
  const signed = new Intl.NumberFormat(locale, { maximumFractionDigits: digits, signDisplay: 'exceptZero' });
  return `${signed.format(elo)} ± ${number(digits).format(error)}`;
}

/** A row with a name and a band from one end of an interval to the other; zero is marked. */
export function IntervalRow(props: { name: string; elo: number; error: number; widest: number; note?: string }) {
  const texts = useTexts();
  const { elo, error, widest } = props;
  const left = share(elo - error, -widest, widest);
  const right = share(elo + error, -widest, widest);
  const sure = elo - error > 0 ? 'up' : elo + error < 0 ? 'down' : 'open';
  return (
    <li class="interval">
      <span class="name">{props.name}</span>
      <span class="track" aria-hidden="true">
        <i class="mark middle" />
        <i class={`band ${sure}`} style={{ left: `${left}%`, width: `${Math.max(1, right - left)}%` }} />
      </span>
      <span class="figure">{texts.runs.elo(eloText(texts.locale, elo, error))}</span>
      {props.note && <span class="detail">{props.note}</span>}
    </li>
  );
}

/** The half width that holds all these intervals. */
export function widest(rows: readonly { elo: number; elo_error_95: number }[]): number {
  return Math.max(10, ...rows.map((row) => Math.abs(row.elo) + row.elo_error_95));
}
