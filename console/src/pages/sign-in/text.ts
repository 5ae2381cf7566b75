import { en } from '../../i18n/en/sign-in.ts';
import { fr } from '../../i18n/fr/sign-in.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useSignInText = textsOf({ en, fr });
