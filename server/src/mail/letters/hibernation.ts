/** Servers hibernated for the same reason: the first, and the others reported with it. */
interface Hibernated {
  readonly serverName: string;
  readonly canceled?: boolean | undefined;
  readonly others?: readonly Omit<Hibernated, 'others'>[] | undefined;
}

/** How a letter refers to hibernated servers. `what` completes the sentence that gives the reason, and says what happens to them. */
interface Words {
  readonly subject: string;
  readonly what: string;
  readonly list: readonly string[];
}

/** The words for one server or several; `why` ends the subject line. */
export const hibernation = {
  en: ({ others = [], ...first }: Hibernated, why: string): Words => {
    const { serverName } = first;
    if (others.length === 0) {
      return {
        subject: `${serverName} is being hibernated: ${why}`,
        what: `${serverName}, so it is being hibernated. Its address is released and billing stops. Its system disk is kept; its work disk may be empty${first.canceled ? '' : ' when you resume it'}.`,
        list: [],
      };
    }
    return {
      subject: `${others.length + 1} servers are being hibernated: ${why}`,
      what: 'these servers, so they are being hibernated. Their addresses are released and billing stops. Their system disks are kept; work disks may be empty when you resume them.',
      list: [first, ...others].map((one) => (one.canceled ? `${one.serverName} (order cancelled)` : one.serverName)),
    };
  },
  fr: ({ others = [], ...first }: Hibernated, why: string): Words => {
    const { serverName } = first;
    if (others.length === 0) {
      return {
        subject: `Mise en hibernation de ${serverName} : ${why}`,
        what: `${serverName}, qui est donc mis en hibernation. Son adresse est libérée et la facturation s’arrête. Son disque système est conservé ; son disque de travail peut être vide${first.canceled ? '' : ' à la reprise'}.`,
        list: [],
      };
    }
    return {
      subject: `Mise en hibernation de ${others.length + 1} serveurs : ${why}`,
      what: 'ces serveurs, qui sont donc mis en hibernation. Leurs adresses sont libérées et la facturation s’arrête. Leurs disques système sont conservés ; leurs disques de travail peuvent être vides à la reprise.',
      list: [first, ...others].map((one) => (one.canceled ? `${one.serverName} (commande annulée)` : one.serverName)),
    };
  },
} as const;
