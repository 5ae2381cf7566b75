import { en } from '../../../i18n/en/operator-tickets.ts';
import { fr } from '../../../i18n/fr/operator-tickets.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorTicketsText = textsOf({ en, fr });
