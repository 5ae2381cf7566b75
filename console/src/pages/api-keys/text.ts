import { en } from '../../i18n/en/api-keys.ts';
import { fr } from '../../i18n/fr/api-keys.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useApiKeysText = textsOf({ en, fr });
