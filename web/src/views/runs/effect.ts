import type { LearnedWeight } from '../../net/runs';

/** What is known of a weight with its interval, as text: the effect of one level more, or the fitted weight in centipawns. */
export function effectText(locale: string, weight: LearnedWeight): string {
  if (weight.weight_error_95 !== null) {
    const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
    return `± ${number.format(weight.weight_error_95)}`;
  }
  if (weight.effect === null) return '–';
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, minimumFractionDigits: 2 });
  const signed = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, minimumFractionDigits: 2, signDisplay: 'exceptZero' });
  return `${signed.format(weight.effect)} ± ${number.format(weight.effect_error_95 ?? 0)}`;
}
