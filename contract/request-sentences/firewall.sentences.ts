import type { Sentences } from '../words/language.ts';

/** Firewall rules that contradict themselves, each other or a limit. */
export const firewallSentences = {
  icmpHasNoPorts: { en: 'icmp has no ports. Leave both out.', fr: 'icmp n’a pas de ports. Omettez les deux.' },
  firstPortMissing: {
    en: 'A range needs its first port. Send portRangeMin too, or only portRangeMin for one port.',
    fr: 'Une plage a besoin de son premier port. Envoyez aussi portRangeMin, ou portRangeMin seul pour un seul port.',
  },
  portsSwapped: ({ last, first }: { last: number; first: number }) => ({
    en: `The last port (${last}) is below the first (${first}). Swap them.`,
    fr: `Le dernier port (${last}) est inférieur au premier (${first}). Inversez-les.`,
  }),
  otherFamily: ({ other, family }: { other: string; family: string }) => ({
    en: `This is an ${other} address and the rule is for ${family}. Send "ethertype": "${other}" or an ${family} CIDR.`,
    fr: `Cette adresse est de type ${other} et la règle vise ${family}. Envoyez "ethertype": "${other}" ou un CIDR ${family}.`,
  }),
  noNetwork: ({ family, example }: { family: string; example: string }) => ({
    en: `This is not an ${family} network in CIDR notation such as ${example}.`,
    fr: `Ce n’est pas un réseau ${family} en notation CIDR, comme ${example}.`,
  }),
  mappedAddress: {
    en: 'No packet carries an IPv4-mapped address. Send "ethertype": "IPv4" and the IPv4 CIDR.',
    fr: 'Aucun paquet ne porte d’adresse IPv4 convertie en IPv6. Envoyez "ethertype": "IPv4" et le CIDR IPv4.',
  },
  insideNetwork: ({ own, prefix, network }: { own: string; prefix: number; network: string }) => ({
    en: `${own} is not the first address of a /${prefix}. For the whole network send ${network}/${prefix}; for the one address send ${own}.`,
    fr: `${own} n’est pas la première adresse d’un /${prefix}. Pour tout le réseau, envoyez ${network}/${prefix} ; pour cette seule adresse, envoyez ${own}.`,
  }),
  thereAlready: { en: 'The server has this rule already.', fr: 'Le serveur a déjà cette règle.' },
  tooMany: (max: number) => ({
    en: `A server has at most ${max} firewall rules. Delete one first.`,
    fr: `Un serveur a au plus ${max} règles de pare-feu. Supprimez-en une d’abord.`,
  }),
} as const satisfies Sentences;
