import type { Sentences } from '../language.ts';

/** What operators tell customers of incidents and maintenance. */
export const incidentSentences = {
  stateOfOther: {
    en: 'This state belongs to the other kind. An incident is investigated, identified, monitored and resolved; maintenance is scheduled, in progress and completed.',
    fr: 'Cet état appartient à l’autre type. Un incident est en cours d’examen, identifié, surveillé puis résolu ; une maintenance est prévue, en cours puis terminée.',
  },
  beginsLater: {
    en: 'An incident has begun. Only maintenance lies ahead.',
    fr: 'Un incident a déjà commencé. Seule une maintenance peut être à venir.',
  },
  beginsLongAgo: (days: number) => ({
    en: `It began at most ${days} days ago: the history goes no further back.`,
    fr: `Le début remonte à ${days} jours au plus : l’historique ne va pas plus loin.`,
  }),
  endsBeforeStart: { en: 'It ends after it begins.', fr: 'La fin vient après le début.' },
  tooManyOpen: (max: number) => ({
    en: `There are ${max} already that are not over. End some first.`,
    fr: `Il y en a déjà ${max} qui ne sont pas terminés. Terminez-en d’abord.`,
  }),
  tooManyUpdates: (max: number) => ({
    en: `It has ${max} updates, and nobody reads more. Open a new one.`,
    fr: `Il y a déjà ${max} mises à jour, et personne n’en lit plus. Ouvrez-en un nouveau.`,
  }),
} as const satisfies Sentences;
