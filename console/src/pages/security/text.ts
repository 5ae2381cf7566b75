import { en } from '../../i18n/en/security.ts';
import { fr } from '../../i18n/fr/security.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useSecurityText = textsOf({ en, fr });
