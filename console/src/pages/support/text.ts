import { en } from '../../i18n/en/support.ts';
import { fr } from '../../i18n/fr/support.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useSupportText = textsOf({ en, fr });
