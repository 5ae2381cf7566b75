import { en } from '../../../i18n/en/operator-upkeep.ts';
import { fr } from '../../../i18n/fr/operator-upkeep.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorUpkeepText = textsOf({ en, fr });
