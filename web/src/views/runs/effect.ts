import type { LearnedWeight } from '../../net/runs';

/** An effect with its interval, as text. */
export function effectText(locale: string, weight: LearnedWeight): string {
  if (weight.effect === null) return '–';
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, minimumFractionDigits: 2 });
  const signed = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, minimumFractionDigits: 2, signDisplay: 'exceptZero' });
  return `${signed.format(weight.effect)} ± ${number.format(weight.effect_error_95 ?? 0)}`;
}
