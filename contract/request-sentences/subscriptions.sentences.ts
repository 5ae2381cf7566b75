import type { Sentences } from '../words/language.ts';

/** Subscribing to incidents by mail, and the links in mails that confirm or end the subscription. */
export const subscriptionSentences = {
  linkNotValid: {
    en: 'This link has expired or is incomplete.',
    fr: 'Ce lien est expiré ou incomplet.',
  },
  linkUsed: {
    en: 'This link has been used already. Subscribe again on the status page.',
    fr: 'Ce lien a déjà servi. Abonnez-vous de nouveau sur la page d’état.',
  },
} as const satisfies Sentences;
