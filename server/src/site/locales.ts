import type { Locale } from '@boreal/contract/words/language.ts';

export const locales = ['en', 'fr'] as const satisfies readonly Locale[];

/** The path prefix of each language. */
const roots = { en: '', fr: '/fr' } as const satisfies Record<Locale, string>;

/** A page's path in a language: `/` and `/docs` are `/fr` and `/fr/docs` in French. */
export function localPath(locale: Locale, path: string): string {
  if (path === '/') return roots[locale] || '/';
  return `${roots[locale]}${path}`;
}

/** The language of a path. */
export function localeOf(path: string): Locale {
  return path === roots.fr || path.startsWith(`${roots.fr}/`) ? 'fr' : 'en';
}
