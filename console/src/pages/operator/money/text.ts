import { en } from '../../../i18n/en/operator-money.ts';
import { fr } from '../../../i18n/fr/operator-money.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorMoneyText = textsOf({ en, fr });
