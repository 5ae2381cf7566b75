import type { Locale } from '@boreal/contract/words/language.ts';
import Negotiator from 'negotiator';

/** Longer than any browser's; the rest of an oversized header is not read. */
const READ_MAX = 500;

/** The language of an answer's sentences according to `Accept-Language`: English or French, English by default. */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  if (acceptLanguage === undefined) return 'en';
  // Our languages are not passed: for "fr-CA, en" it would choose English, because that matches exactly.
  const wanted = new Negotiator({ headers: { 'accept-language': acceptLanguage.slice(0, READ_MAX) } }).languages();
  return wanted.map((tag) => languages.get(tag.toLowerCase().split('-')[0] ?? '')).find((locale) => locale !== undefined) ?? 'en';
}

const languages = new Map<string, Locale>([
  ['en', 'en'],
  ['fr', 'fr'],
  ['*', 'en'],
]);
