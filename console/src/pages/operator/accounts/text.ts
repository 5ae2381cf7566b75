import { en } from '../../../i18n/en/operator-accounts.ts';
import { fr } from '../../../i18n/fr/operator-accounts.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorAccountsText = textsOf({ en, fr });
