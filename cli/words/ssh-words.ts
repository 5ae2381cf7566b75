import type { Sentences } from '@boreal/contract/words/language.ts';

/** Messages about connecting to a server. */
export const sshWords = {
  summary: { en: 'Log in to a server with ssh', fr: 'Se connecter à un serveur avec ssh' },
  usage: { en: 'SERVER [-- COMMAND…]', fr: 'SERVER [-- COMMANDE…]' },
  commandAfterDashes: (text: string) => ({
    en: `“${text}” is one argument too many. What the server should run follows two dashes: -- ${text}`,
    fr: `« ${text} » est de trop. Ce que le serveur doit exécuter suit deux tirets : -- ${text}`,
  }),
  noServer: (text: string) => ({ en: `“${text}” is not the id of a server.`, fr: `« ${text} » n’est pas l’identifiant d’un serveur.` }),
  noUser: {
    en: '--user takes the name of a user, such as ubuntu.',
    fr: '--user prend le nom d’un utilisateur, comme ubuntu.',
  },
  whichUser: { en: 'Name the user with --user.', fr: 'Nommez l’utilisateur avec --user.' },
  noAddress: (status: string) => ({
    en: `The server has no address now: it is ${status}.`,
    fr: `Le serveur n’a pas d’adresse en ce moment : il est ${status}.`,
  }),
  noSsh: {
    en: 'There is no ssh on this machine. Install OpenSSH’s client and try again.',
    fr: 'Il n’y a pas de ssh sur cette machine. Installez le client d’OpenSSH et réessayez.',
  },
  see: (command: string) => ({ en: `See: ${command}`, fr: `Voir : ${command}` }),
} as const satisfies Sentences;
