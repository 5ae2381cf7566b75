import { en } from '../../i18n/en/overview.ts';
import { fr } from '../../i18n/fr/overview.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useOverviewText = textsOf({ en, fr });
