import { useTexts } from '../../i18n';
import type { RatingExpectation, StyleReport } from '../../net/me';
import type { WinDrawLoss } from '../../net/results';

/** Words and numbers of the report in the language that is set. */
export function useFormats() {
  const texts = useTexts();
  const percent = new Intl.NumberFormat(texts.locale, { style: 'percent', maximumFractionDigits: 0 });
  const points = new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  const fine = new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  const weight = new Intl.NumberFormat(texts.locale, { minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay: 'exceptZero' });
  const hundredths = (value: number, error: number): string => `${points.format(100 * value)} ± ${Math.round(100 * error)}`;
  return {
    texts: texts.me,
    peers: texts.peers,
    percent,
    points,
    fine,
    /** A weight in a score, with its error. */
    weighed: (value: number, error: number): string => `${weight.format(value)} ± ${weight.format(error).replace('+', '')}`,
    /** A share with its error, in hundredths: +12 ± 5. */
    hundredths,
    scored: (value: number, error: number): string => `${fine.format(value)} ± ${fine.format(error).replace('+', '')}`,
    /** Results beside the expectation from ratings. */
    expectation: (found: RatingExpectation): string =>
      texts.me.expectation(found.games, percent.format(found.score), percent.format(found.expected), hundredths(found.difference, found.error_95)),
  };
}

/** A share in hundredths. */
export const inHundred = (share: number): number => Math.round(100 * share);

export const total = ({ won, drawn, lost }: WinDrawLoss): number => won + drawn + lost;

/** The share of the points. */
export const scoreOf = (results: WinDrawLoss): number => (results.won + results.drawn / 2) / Math.max(1, total(results));

/** True if the 95 % interval of the difference excludes 0. */
export const isBeyondChance = ({ difference, error_95 }: RatingExpectation): boolean => Math.abs(difference) > error_95;

/** The results of all games beside the expectation from ratings, if they differ beyond chance. */
export function resultsBeyondChance(report: StyleReport): RatingExpectation | null {
  const all = report.records.all[0]?.by_rating;
  return all && isBeyondChance(all) ? all : null;
}
