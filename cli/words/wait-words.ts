import type { Sentences } from '@boreal/contract/words/language.ts';

/** Messages while a server changes. */
export const waitWords = {
  now: (seconds: number, status: string) => ({ en: `${seconds} s: ${status}`, fr: `${seconds} s : ${status}` }),
  otherwise: (status: string, wanted: string) => ({
    en: `The server is ${status}, not ${wanted}. Its activity log says why.`,
    fr: `Le serveur est ${status}, et non ${wanted}. Son journal d’activité dit pourquoi.`,
  }),
  tooLong: (status: string, minutes: number) => ({
    en: `After ${minutes} min the server is still ${status || 'unheard of'}. It goes on; only the wait has ended.`,
    fr: `Après ${minutes} min, le serveur est encore ${status || 'sans nouvelles'}. Il continue ; seule l’attente est terminée.`,
  }),
  stopped: {
    en: 'Stopped waiting. The server goes on, and is billed as agreed.',
    fr: 'Attente interrompue. Le serveur continue, et il est facturé comme convenu.',
  },
  see: (command: string) => ({ en: `See: ${command}`, fr: `Voir : ${command}` }),
} as const satisfies Sentences;
