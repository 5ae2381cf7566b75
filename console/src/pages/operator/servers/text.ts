import { en } from '../../../i18n/en/operator-servers.ts';
import { fr } from '../../../i18n/fr/operator-servers.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorServersText = textsOf({ en, fr });
