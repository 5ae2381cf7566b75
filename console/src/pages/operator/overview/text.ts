import { en } from '../../../i18n/en/operator-overview.ts';
import { fr } from '../../../i18n/fr/operator-overview.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorOverviewText = textsOf({ en, fr });
