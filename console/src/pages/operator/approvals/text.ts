import { en } from '../../../i18n/en/operator-approvals.ts';
import { fr } from '../../../i18n/fr/operator-approvals.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorApprovalsText = textsOf({ en, fr });
