import { en } from '../../i18n/en/servers.ts';
import { fr } from '../../i18n/fr/servers.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useServersText = textsOf({ en, fr });
