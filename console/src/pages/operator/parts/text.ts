import { en } from '../../../i18n/en/operator.ts';
import { fr } from '../../../i18n/fr/operator.ts';
import { textsOf } from '../../../i18n/language.tsx';

/** Words that several of the operators' pages use. */
export const useOperatorText = textsOf({ en, fr });
