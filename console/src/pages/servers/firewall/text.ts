import { en } from '../../../i18n/en/firewall.ts';
import { fr } from '../../../i18n/fr/firewall.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useFirewallText = textsOf({ en, fr });
