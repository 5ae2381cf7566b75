import { en } from '../../../i18n/en/operator-operators.ts';
import { fr } from '../../../i18n/fr/operator-operators.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorsText = textsOf({ en, fr });
