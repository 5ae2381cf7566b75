import { en } from '../../i18n/en/ssh-keys.ts';
import { fr } from '../../i18n/fr/ssh-keys.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useSshKeysText = textsOf({ en, fr });
