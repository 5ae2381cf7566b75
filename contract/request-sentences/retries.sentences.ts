import type { Sentences } from '../language.ts';

/** What cannot be retried now, or at all. */
export const retrySentences = {
  answeredAlready: {
    en: 'It has its answer already: there is nothing to try again.',
    fr: 'Elle a déjà sa réponse : il n’y a rien à réessayer.',
  },
  serverAtRest: {
    en: 'The server rests: there is nothing to be done for it.',
    fr: 'Le serveur est au repos : il n’y a rien à faire pour lui.',
  },
  jobRuns: {
    en: 'A worker runs this job now. Wait for it to end, then look again.',
    fr: 'Un exécuteur traite cette tâche en ce moment. Attendez qu’il ait fini, puis regardez de nouveau.',
  },
  mailIsSent: { en: 'This mail is sent. It is not sent again.', fr: 'Ce courriel est parti. Il n’est pas envoyé une seconde fois.' },
  linkForgotten: {
    en: 'The link of this mail was forgotten when it was given up. Have a new one asked for.',
    fr: 'Le lien de ce courriel a été oublié quand il a été abandonné. Faites-en demander un nouveau.',
  },
  mailForgotten: {
    en: 'What this mail said is forgotten: it is too old to be tried again.',
    fr: 'Ce que disait ce courriel est oublié : il est trop ancien pour un nouvel essai.',
  },
} as const satisfies Sentences;
