import type { Language } from '@boreal/contract/words/language.ts';

/** A page of the public site in the reader's language. */
export const sitePath = (language: Language, path: string) => (language === 'fr' ? `/fr${path === '/' ? '' : path}` : path);
