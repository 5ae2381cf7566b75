import { en as dialogsEn } from '../../../i18n/en/operator-account-end-dialogs.ts';
import { en } from '../../../i18n/en/operator-account-end.ts';
import { fr as dialogsFr } from '../../../i18n/fr/operator-account-end-dialogs.ts';
import { fr } from '../../../i18n/fr/operator-account-end.ts';
import { textsOf } from '../../../i18n/language.tsx';

/** The dialogs' own words, which come with them, and those of the part of the page that opens them. */
export const useEndDialogsText = textsOf({ en: { ...en, ...dialogsEn }, fr: { ...fr, ...dialogsFr } });
