import { en } from '../../i18n/en/members.ts';
import { fr } from '../../i18n/fr/members.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useMembersText = textsOf({ en, fr });
