import { en as dialogsEn } from '../../../i18n/en/operator-accounts-dialogs.ts';
import { en } from '../../../i18n/en/operator-accounts.ts';
import { fr as dialogsFr } from '../../../i18n/fr/operator-accounts-dialogs.ts';
import { fr } from '../../../i18n/fr/operator-accounts.ts';
import { textsOf } from '../../../i18n/language.tsx';

/** The dialogs' own words, which come with them, and those of the page, whose buttons they repeat. */
export const useAccountDialogsText = textsOf({ en: { ...en, ...dialogsEn }, fr: { ...fr, ...dialogsFr } });
