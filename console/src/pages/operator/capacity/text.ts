import { en } from '../../../i18n/en/operator-capacity.ts';
import { fr } from '../../../i18n/fr/operator-capacity.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorCapacityText = textsOf({ en, fr });
