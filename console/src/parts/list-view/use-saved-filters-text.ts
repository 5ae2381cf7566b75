import { en } from '../../i18n/en/saved-filters.ts';
import { fr } from '../../i18n/fr/saved-filters.ts';
import { textsOf } from '../../i18n/language.tsx';

/** Of the dialogs, and loaded with them. */
export const useSavedFiltersText = textsOf({ en, fr });
