import { en } from '../../i18n/en/lists.ts';
import { fr } from '../../i18n/fr/lists.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useListsText = textsOf({ en, fr });
