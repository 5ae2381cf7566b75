import { en } from '../../../i18n/en/backups.ts';
import { fr } from '../../../i18n/fr/backups.ts';
import { textsOf } from '../../../i18n/language.tsx';

export const useBackupsText = textsOf({ en, fr });
