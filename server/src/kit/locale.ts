import type { Locale } from '@boreal/contract/language.ts';
import Negotiator from 'negotiator';

/** Longer than any browser's; the rest of a header that is made to be long is not read. */
const READ_MAX = 500;

/** The language of the answer's sentences by `Accept-Language`: the preferred of English and French, English by default. */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  if (acceptLanguage === undefined) return 'en';
  // Ours are not handed over: to "fr-CA, en" it would answer English, which is named to the letter.
  const wanted = new Negotiator({ headers: { 'accept-language': acceptLanguage.slice(0, READ_MAX) } }).languages();
  return wanted.map((tag) => languages.get(tag.toLowerCase().split('-')[0] ?? '')).find((locale) => locale !== undefined) ?? 'en';
}

const languages = new Map<string, Locale>([
  ['en', 'en'],
  ['fr', 'fr'],
  ['*', 'en'],
]);
