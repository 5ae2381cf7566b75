import type { Language } from '@boreal/contract/words/language.ts';
import { borealNow } from '../api/boreal-time.ts';
import { useLanguage } from '../i18n/language.tsx';
import { formatsOf, type Formats } from './formats.ts';

const made = { en: formatsOf('en', borealNow), fr: formatsOf('fr', borealNow) } as const satisfies Record<Language, Formats>;

/** Money, figures and times in the page's language. */
export function useFormats(): Formats {
  return made[useLanguage().language];
}
