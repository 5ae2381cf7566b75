import { en } from '../../i18n/en/profile.ts';
import { fr } from '../../i18n/fr/profile.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useProfileText = textsOf({ en, fr });
