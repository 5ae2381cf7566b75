import { frenchSpacing } from '@boreal/contract/words/french-spacing.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { onePeriod } from '@boreal/contract/words/one-period.ts';

const marks = { en: onePeriod, fr: frenchSpacing } as const satisfies Record<Language, (sentence: string) => string>;

/**
 * The same sentences as a reader of their language gets them: one that ends with an abbreviation has one period, and French spaces
 * before punctuation are non-breaking, so that no line begins with it.
 */
export function typeset<T extends object>(language: Language, catalogue: T): T {
  const set = (value: unknown): unknown => {
    if (typeof value === 'string') return marks[language](value);
    return (typeof value === 'object' || typeof value === 'function') && value !== null ? typeset(language, value) : value;
  };
  return new Proxy(catalogue, {
    get: (sentences, key): unknown => set(Reflect.get(sentences, key)),
    // A sentence that depends on its arguments.
    apply: (sentence: T & ((...given: unknown[]) => unknown), self, given: unknown[]): unknown => set(Reflect.apply(sentence, self, given)),
  });
}
