import { en } from '../../i18n/en/agents.ts';
import { fr } from '../../i18n/fr/agents.ts';
import { textsOf } from '../../i18n/language.tsx';

export const useAgentsText = textsOf({ en, fr });
