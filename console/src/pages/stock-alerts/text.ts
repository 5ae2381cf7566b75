import { en } from '../../i18n/en/stock-alerts.ts';
import { fr } from '../../i18n/fr/stock-alerts.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useStockAlertsText = textsOf({ en, fr });
