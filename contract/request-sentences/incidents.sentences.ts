import type { Sentences } from '../words/language.ts';

/** What operators tell customers about incidents and maintenance. */
export const incidentSentences = {
  stateOfOther: {
    en: 'This state belongs to another kind. An incident is investigated, identified, monitored and resolved; maintenance is scheduled, in progress and completed; an announcement is announced and ended.',
    fr: 'Cet état appartient à un autre type. Un incident est en cours d’examen, identifié, surveillé puis résolu ; une maintenance est prévue, en cours puis terminée ; une annonce est publiée puis terminée.',
  },
  beginsLater: {
    en: 'An incident cannot start in the future. Announce maintenance instead.',
    fr: 'Un incident ne peut pas commencer dans l’avenir. Annoncez plutôt une maintenance.',
  },
  beginsLongAgo: (days: number) => ({
    en: `The start can be at most ${days} days ago.`,
    fr: `Le début peut remonter à ${days} jours au plus.`,
  }),
  endsBeforeStart: { en: 'The end must come after the start.', fr: 'La fin doit venir après le début.' },
  endsInPast: { en: 'The end must be in the future.', fr: 'La fin doit être à venir.' },
  noImpact: {
    en: 'An announcement has no impact and no components: nothing is broken. Report an incident instead.',
    fr: 'Une annonce n’a ni répercussions ni composants : rien n’est en panne. Signalez plutôt un incident.',
  },
  hasEnded: { en: 'This announcement has ended. Make a new one.', fr: 'Cette annonce est terminée. Publiez-en une nouvelle.' },
  onlyAnnouncements: {
    en: 'Only an announcement is ended like this. Post an update that says how far this is.',
    fr: 'Seule une annonce se termine ainsi. Publiez une mise à jour qui dit où en est ceci.',
  },
  tooManyOpen: (max: number) => ({
    en: `${max} are already open. Resolve or complete some first.`,
    fr: `${max} sont déjà en cours. Terminez-en d’abord.`,
  }),
  tooManyUpdates: (max: number) => ({
    en: `An incident has at most ${max} updates. Open a new one.`,
    fr: `Un incident compte au plus ${max} mises à jour. Ouvrez-en un nouveau.`,
  }),
} as const satisfies Sentences;
