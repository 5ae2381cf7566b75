import { en } from '../../i18n/en/data-export.ts';
import { fr } from '../../i18n/fr/data-export.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useDataText = textsOf({ en, fr });
