import type { Sentences } from '../words/language.ts';

/** Where a list continues, and its time range. */
export const listSentences = {
  foreignCursor: {
    en: 'This is not a cursor of this list. Take it from meta.nextCursor of the page before, or start again without it.',
    fr: 'Ce curseur ne vient pas de cette liste. Prenez celui de « meta.nextCursor » à la page précédente, ou recommencez sans curseur.',
  },
  endsBeforeItBegins: { en: 'The last day is before the first.', fr: 'Le dernier jour vient avant le premier.' },
  tooManyDocuments: (max: number) => ({
    en: `A file has at most ${max} documents. Choose fewer days, or one type.`,
    fr: `Un fichier contient au plus ${max} documents. Choisissez moins de jours, ou un seul type.`,
  }),
  tooManyDays: (days: number) => ({ en: `At most ${days} days at once.`, fr: `Au plus ${days} jours à la fois.` }),
} as const satisfies Sentences;
