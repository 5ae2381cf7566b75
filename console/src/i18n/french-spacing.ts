import { frenchSpacing } from '@boreal/contract/french-spacing.ts';

/** The same sentences with French spaces before punctuation made non-breaking, so that no line begins with it. */
export function withFrenchSpacing<T extends object>(catalogue: T): T {
  return new Proxy(catalogue, {
    get: (sentences, key): unknown => spaced(Reflect.get(sentences, key)),
    // A sentence that depends on its arguments.
    apply: (sentence: T & ((...given: unknown[]) => unknown), self, given: unknown[]): unknown =>
      spaced(Reflect.apply(sentence, self, given)),
  });
}

function spaced(value: unknown): unknown {
  if (typeof value === 'string') return frenchSpacing(value);
  return (typeof value === 'object' || typeof value === 'function') && value !== null ? withFrenchSpacing(value) : value;
}
