import { en } from '../../../i18n/en/closing.ts';
import { fr } from '../../../i18n/fr/closing.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useClosingText = textsOf({ en, fr });
