import type { Sentences } from '../words/language.ts';

/** Tickets and their messages. */
export const supportSentences = {
  noSuchServer: {
    en: 'This server does not exist on the account. Leave it out, or check its id.',
    fr: 'Ce serveur n’existe pas dans le compte. Omettez-le, ou vérifiez son identifiant.',
  },
  tooManyTickets: (max: number) => ({
    en: `An account can have at most ${max} open tickets. Close one first, or reply to it.`,
    fr: `Un compte peut avoir au plus ${max} billets ouverts. Fermez-en un d’abord, ou répondez-y.`,
  }),
  tooManyMessages: (max: number) => ({
    en: `A ticket holds at most ${max} messages. Open another one.`,
    fr: `Un billet contient au plus ${max} messages. Ouvrez-en un autre.`,
  }),
} as const satisfies Sentences;
