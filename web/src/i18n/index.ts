import { settings } from '../settings';
import { useStore } from '../store';
import { english, type Texts } from './en';
import { spanish } from './es';

export type { Texts };
export type Language = 'en' | 'es';
export const LANGUAGES: Record<Language, Texts> = { en: english, es: spanish };

/** The texts of the language that is set. */
export function texts(): Texts {
  return LANGUAGES[settings.get().language];
}

/** The texts of the language that is set; the component is rendered again when it changes. */
export function useTexts(): Texts {
  return LANGUAGES[useStore(settings).language];
}
