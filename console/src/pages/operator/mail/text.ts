import { en } from '../../../i18n/en/operator-mail.ts';
import { fr } from '../../../i18n/fr/operator-mail.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorMailText = textsOf({ en, fr });
