import { en } from '../../i18n/en/billing.ts';
import { fr } from '../../i18n/fr/billing.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useBillingText = textsOf({ en, fr });
