import { en } from '../../../i18n/en/usage.ts';
import { fr } from '../../../i18n/fr/usage.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useUsageText = textsOf({ en, fr });
