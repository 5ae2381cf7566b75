import { en } from '../../../i18n/en/operator-ledger.ts';
import { fr } from '../../../i18n/fr/operator-ledger.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorLedgerText = textsOf({ en, fr });
