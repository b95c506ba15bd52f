import type { Texts } from '../../i18n';
import type { LearnedWeight } from '../../net/runs';

/** True if the effect is shrunk fully: the games do not tell it apart from zero, and its interval says nothing. */
const isShrunkAway = (weight: LearnedWeight): boolean => weight.weight_error_95 === null && weight.effect === 0 && weight.effect_error_95 === 0;

/** What is known of a weight with its interval, as text: the effect of one level more, or the fitted weight in centipawns. */
export function effectText(texts: Texts, weight: LearnedWeight): string {
  if (weight.weight_error_95 !== null) {
    const number = new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 0 });
    return `± ${number.format(weight.weight_error_95)}`;
  }
  if (weight.effect === null) return '–';
  if (isShrunkAway(weight)) return texts.runs.learned.notToldApart;
  const number = new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 2, minimumFractionDigits: 2 });
  const signed = new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 2, minimumFractionDigits: 2, signDisplay: 'exceptZero' });
  return `${signed.format(weight.effect)} ± ${number.format(weight.effect_error_95 ?? 0)}`;
}

/** The same with its unit. */
export function effectInWords(texts: Texts, weight: LearnedWeight): string {
  const text = effectText(texts, weight);
  if (weight.weight_error_95 !== null) return `${weight.weight} ${text} cp`;
  return isShrunkAway(weight) ? text : texts.runs.learned.points(text);
}
