import { en } from '../../i18n/en/deploy.ts';
import { fr } from '../../i18n/fr/deploy.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useDeployText = textsOf({ en, fr });
