import { en } from '../../../i18n/en/second-operator.ts';
import { fr } from '../../../i18n/fr/second-operator.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useSecondOperatorText = textsOf({ en, fr });
