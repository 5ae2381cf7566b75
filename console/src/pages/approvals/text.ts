import { en } from '../../i18n/en/approvals.ts';
import { fr } from '../../i18n/fr/approvals.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useApprovalsText = textsOf({ en, fr });
