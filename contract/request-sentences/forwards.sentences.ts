import type { Sentences } from '../words/language.ts';

/** Public addresses that the servers of a host share. */
export const forwardsSentences = {
  address: {
    en: 'Write an IPv4 address, such as 203.0.113.7.',
    fr: 'Écrivez une adresse IPv4, par exemple 203.0.113.7.',
  },
  ports: (min: number) => ({
    en: `Write ports such as 20000-29999, from ${min} to 65535: those before belong to the host's own services.`,
    fr: `Écrivez des ports comme 20000-29999, de ${min} à 65535 : les précédents sont ceux des services de l’hôte.`,
  }),
  noHost: {
    en: 'There is no host yet. Add it first.',
    fr: 'Il n’y a encore aucun hôte. Ajoutez-le d’abord.',
  },
  noSuchHost: (name: string) => ({
    en: `There is no host named ${name}.`,
    fr: `Il n’y a pas d’hôte nommé ${name}.`,
  }),
  whichHost: (names: string) => ({
    en: `Say which host has the address: ${names}.`,
    fr: `Dites quel hôte a cette adresse : ${names}.`,
  }),
  cannotForward: (host: string) => ({
    en: `The engine of ${host} forwards no ports to its servers, so each needs an address of its own.`,
    fr: `Le moteur de ${host} ne redirige pas de ports vers ses serveurs : chacun a besoin de sa propre adresse.`,
  }),
  hostHasServers: (host: string, server: string) => ({
    en: `The server ${server} is on ${host}, and its customer knows where to reach it. Drain the host and wait until it is empty, then try again.`,
    fr: `Le serveur ${server} se trouve sur ${host}, et son client sait comment le joindre. Videz l’hôte, attendez qu’il soit vide, puis réessayez.`,
  }),
  portsAreHeld: (host: string, server: string) => ({
    en: `The server ${server} on ${host} is reached by a port outside this range. Keep its ports in the range, or wait until the server ends.`,
    fr: `Le serveur ${server} sur ${host} est joint par un port hors de cette plage. Gardez ses ports dans la plage, ou attendez la fin du serveur.`,
  }),
  portsOfAnother: (ip: string, host: string) => ({
    en: `Some of these ports of ${ip} lead to ${host}. Give each host ports of its own.`,
    fr: `Certains de ces ports de ${ip} mènent à ${host}. Donnez à chaque hôte ses propres ports.`,
  }),
  nothingShared: (host: string) => ({
    en: `The servers of ${host} share no address.`,
    fr: `Les serveurs de ${host} ne partagent aucune adresse.`,
  }),
} as const satisfies Sentences;
