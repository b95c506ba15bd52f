import { useTexts } from '../../i18n';

/** Words and numbers of the report in the language that is set. */
export function useFormats() {
  const texts = useTexts();
  const points = new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  const fine = new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  const weight = new Intl.NumberFormat(texts.locale, { minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay: 'exceptZero' });
  return {
    texts: texts.me,
    peers: texts.peers,
    percent: new Intl.NumberFormat(texts.locale, { style: 'percent', maximumFractionDigits: 0 }),
    points,
    fine,
    /** A weight in a score, with its error. */
    weighed: (value: number, error: number): string => `${weight.format(value)} ± ${weight.format(error).replace('+', '')}`,
    /** A share with its error, in hundredths: +12 ± 5. */
    hundredths: (value: number, error: number): string => `${points.format(100 * value)} ± ${Math.round(100 * error)}`,
    scored: (value: number, error: number): string => `${fine.format(value)} ± ${fine.format(error).replace('+', '')}`,
  };
}

/** A share in hundredths. */
export const inHundred = (share: number): number => Math.round(100 * share);
