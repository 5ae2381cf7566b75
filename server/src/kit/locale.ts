import type { Locale } from '@boreal/contract/language.ts';

/** The language of the answer's sentences by `Accept-Language`: the preferred of English and French, English by default. */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  if (acceptLanguage === undefined) return 'en';
  let best: { locale: Locale; quality: number } = { locale: 'en', quality: 0 };
  for (const range of acceptLanguage.slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = range.split(';');
    const locale = languages.get(tag.trim().toLowerCase().split('-')[0] ?? '');
    const quality = qualityOf(parameters);
    if (locale && quality > best.quality) best = { locale, quality };
  }
  return best.locale;
}

const languages = new Map<string, Locale>([
  ['en', 'en'],
  ['fr', 'fr'],
  ['*', 'en'],
]);

function qualityOf(parameters: readonly string[]): number {
  const text = parameters.map((part) => part.trim()).find((part) => /^q=/i.test(part));
  if (text === undefined) return 1;
  const quality = Number(text.slice(2));
  return quality >= 0 && quality <= 1 ? quality : 0;
}
