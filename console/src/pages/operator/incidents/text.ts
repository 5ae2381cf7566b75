import { en } from '../../../i18n/en/operator-incidents.ts';
import { fr } from '../../../i18n/fr/operator-incidents.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorIncidentsText = textsOf({ en, fr });
