import { en } from '../../../i18n/en/operator-prices.ts';
import { fr } from '../../../i18n/fr/operator-prices.ts';
import { textsOf } from '../../../i18n/language.tsx';

/** Apart from the other words of plans: an account's page shows its prices, and no plans. */
export const useOperatorPricesText = textsOf({ en, fr });
