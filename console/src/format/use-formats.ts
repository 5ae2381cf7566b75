import type { Language } from '@boreal/contract/language.ts';
import { useLanguage } from '../i18n/language.tsx';
import { formatsOf, type Formats } from './formats.ts';

const made = { en: formatsOf('en'), fr: formatsOf('fr') } as const satisfies Record<Language, Formats>;

/** Money, figures and times in the page's language. */
export function useFormats(): Formats {
  return made[useLanguage().language];
}
