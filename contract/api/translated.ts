import type { Locale } from '../words/language.ts';
import { frenchTexts } from './french-texts.ts';

/** A sentence of the English OpenAPI document in the given language, and the language it is actually in. */
export function translated(english: string, locale: Locale): { text: string; locale: Locale } {
  if (locale === 'en') return { text: english, locale };
  const french = frenchTexts[english];
  return french === undefined ? { text: english, locale: 'en' } : { text: french, locale };
}
