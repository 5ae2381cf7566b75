import { en } from '../../../i18n/en/operator-audit.ts';
import { fr } from '../../../i18n/fr/operator-audit.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorAuditText = textsOf({ en, fr });
