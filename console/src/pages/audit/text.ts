import { en } from '../../i18n/en/audit.ts';
import { fr } from '../../i18n/fr/audit.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useAuditText = textsOf({ en, fr });
