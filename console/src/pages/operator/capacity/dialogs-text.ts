import { en as dialogsEn } from '../../../i18n/en/operator-capacity-dialogs.ts';
import { en } from '../../../i18n/en/operator-capacity.ts';
import { fr as dialogsFr } from '../../../i18n/fr/operator-capacity-dialogs.ts';
import { fr } from '../../../i18n/fr/operator-capacity.ts';
import { textsOf } from '../../../i18n/language.tsx';

/** The dialogs' own words, which come with them, and those of the page, whose buttons they repeat. */
export const useCapacityDialogsText = textsOf({ en: { ...en, ...dialogsEn }, fr: { ...fr, ...dialogsFr } });
