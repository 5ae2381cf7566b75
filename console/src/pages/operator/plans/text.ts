import { en } from '../../../i18n/en/operator-plans.ts';
import { fr } from '../../../i18n/fr/operator-plans.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorPlansText = textsOf({ en, fr });
