import type { Sentences } from '../words/language.ts';

/** What cannot be retried now, or at all. */
export const retrySentences = {
  answeredAlready: {
    en: 'This has already been answered: there is nothing to retry.',
    fr: 'La réponse est déjà arrivée : il n’y a rien à réessayer.',
  },
  serverAtRest: {
    en: 'Nothing is under way for this server: there is nothing to retry.',
    fr: 'Rien n’est en cours pour ce serveur : il n’y a rien à réessayer.',
  },
  jobRuns: {
    en: 'A worker is running this job. Wait for it to finish, then look again.',
    fr: 'Un worker traite cette tâche. Attendez qu’il ait fini, puis regardez de nouveau.',
  },
  mailIsSent: {
    en: 'This email was sent and cannot be sent again.',
    fr: 'Ce courriel a été envoyé et ne peut pas l’être une seconde fois.',
  },
  linkForgotten: {
    en: 'The link in this email was erased when sending was given up. Ask the person to request a new one.',
    fr: 'Le lien de ce courriel a été effacé à l’abandon de l’envoi. Demandez à la personne d’en demander un nouveau.',
  },
  mailForgotten: {
    en: 'The content of this email has been erased: it is too old to send again.',
    fr: 'Le contenu de ce courriel a été effacé : il est trop ancien pour un nouvel envoi.',
  },
  mailNotTheirs: {
    en: 'This email will not be sent again: its recipient no longer has access to what it says.',
    fr: 'Ce courriel ne sera pas renvoyé : son destinataire n’a plus accès à ce qu’il contient.',
  },
} as const satisfies Sentences;
