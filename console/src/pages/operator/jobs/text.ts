import { en } from '../../../i18n/en/operator-jobs.ts';
import { fr } from '../../../i18n/fr/operator-jobs.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useOperatorJobsText = textsOf({ en, fr });
