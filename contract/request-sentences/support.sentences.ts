import type { Sentences } from '../language.ts';

/** Tickets and their messages. */
export const supportSentences = {
  noSuchServer: {
    en: 'There is no such server on the account. Leave it out, or check its id.',
    fr: 'Ce serveur n’existe pas dans le compte. Omettez-le, ou vérifiez son identifiant.',
  },
  tooManyTickets: (max: number) => ({
    en: `An account has at most ${max} tickets at a time that are not closed. Close one first, or reply to it.`,
    fr: `Un compte a au plus ${max} billets non fermés à la fois. Fermez-en un d’abord, ou répondez-y.`,
  }),
  tooManyMessages: (max: number) => ({
    en: `A ticket holds at most ${max} messages. Open another one.`,
    fr: `Un billet contient au plus ${max} messages. Ouvrez-en un autre.`,
  }),
} as const satisfies Sentences;
