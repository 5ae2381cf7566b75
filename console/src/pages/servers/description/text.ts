import { en } from '../../../i18n/en/server-description.ts';
import { fr } from '../../../i18n/fr/server-description.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useDescriptionText = textsOf({ en, fr });
