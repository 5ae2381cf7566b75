import { en } from '../../../i18n/en/costs.ts';
import { fr } from '../../../i18n/fr/costs.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useCostsText = textsOf({ en, fr });
