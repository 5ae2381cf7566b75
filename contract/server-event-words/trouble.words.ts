import type { Told } from '../words/language.ts';
import type { GiveUpReason } from '../servers/events.ts';
import { joined, type WordsOf } from './told.ts';

/** A server that could not reach its goal: why, what happened to the money, and what to do next. */
export const troubleWords = {
  'server.error': ({ reason, was, billingCycle, alternatives = [] }) => {
    const paid = billingCycle === 'hourly' ? 'hourly' : 'prepaid';
    switch (was) {
      case 'deploying':
        return joined(whys[reason], NEVER_RAN[paid], ...instead(alternatives));
      case 'in_use':
        return joined(whys[reason], CLOCK[paid], NEXT[reason]);
      case 'moving':
        return joined(whysMoved[reason], CLOCK[paid], NEXT[reason]);
    }
  },
  'server.restore_failed': ({ reason }) => joined(whys[reason], NOT_RESTORED),
} as const satisfies WordsOf<'server.error' | 'server.restore_failed'>;

/** The line's data has more. */
const NAMED_ALTERNATIVES = 5;

function instead(alternatives: readonly string[]): Told[] {
  const named = alternatives.slice(0, NAMED_ALTERNATIVES).join(', ');
  return named === '' ? [] : [{ en: `In stock at the time: ${named}.`, fr: `En stock à ce moment-là : ${named}.` }];
}

const whys = {
  BOOT_FAILED: { en: 'The machine did not start.', fr: 'La machine n’a pas démarré.' },
  NO_CAPACITY: { en: 'There was no room left for the machine.', fr: 'Il n’y avait plus de place pour la machine.' },
  DEADLINE_PASSED: { en: 'It took too long.', fr: 'Cela a pris trop de temps.' },
  MACHINE_LOST: { en: 'The machine is gone from its host.', fr: 'La machine a disparu de son hôte.' },
  HOST_LOST: { en: 'Its host stopped responding.', fr: 'Son hôte ne répond plus.' },
} as const satisfies Record<GiveUpReason, Told>;

const whysMoved = {
  ...whys,
  BOOT_FAILED: {
    en: 'Its host was taken out of service, and the server did not start on the one it was moved to.',
    fr: 'Son hôte a été mis hors service, et le serveur n’a pas démarré sur celui où il a été déplacé.',
  },
  DEADLINE_PASSED: {
    en: 'Its host was taken out of service, and its move to another one took too long.',
    fr: 'Son hôte a été mis hors service, et son déplacement vers un autre a pris trop de temps.',
  },
} as const satisfies Record<GiveUpReason, Told>;

const NEVER_RAN = {
  hourly: {
    en: 'The server could not be provisioned. The first hour was refunded; delete it and deploy again.',
    fr: 'Le serveur n’a pas pu être mis en service. La première heure a été remboursée ; supprimez-le et déployez-en un autre.',
  },
  prepaid: {
    en: 'The server could not be provisioned. What was paid goes back to the card; delete it and deploy again.',
    fr: 'Le serveur n’a pas pu être mis en service. Ce qui a été payé retourne sur la carte ; supprimez-le et déployez-en un autre.',
  },
} as const;

const NOT_RESTORED = {
  en: 'The server could not be resumed. What was charged was refunded and its system disk is kept; try again later.',
  fr: 'Le serveur n’a pas pu être repris. Ce qui a été facturé est remboursé et son disque système est conservé ; réessayez plus tard.',
} as const;

const CLOCK = {
  hourly: {
    en: 'Billing has stopped and the unused part of the hour was refunded.',
    fr: 'La facturation est arrêtée et la partie inutilisée de l’heure a été remboursée.',
  },
  prepaid: { en: 'Its term continues.', fr: 'Sa période continue.' },
} as const;

const NEXT = {
  BOOT_FAILED: {
    en: 'It is switched off and its disks are kept. Reboot it to try again.',
    fr: 'Il est éteint et ses disques sont conservés. Redémarrez-le pour réessayer.',
  },
  NO_CAPACITY: {
    en: 'It is switched off and its disks are kept. Reboot it to try again.',
    fr: 'Il est éteint et ses disques sont conservés. Redémarrez-le pour réessayer.',
  },
  DEADLINE_PASSED: {
    en: 'It is switched off and its disks are kept. Reboot it to try again.',
    fr: 'Il est éteint et ses disques sont conservés. Redémarrez-le pour réessayer.',
  },
  MACHINE_LOST: {
    en: 'Contact support, or delete it and deploy again, from a backup if it has one.',
    fr: 'Écrivez au soutien, ou supprimez-le et déployez-en un autre, à partir d’une sauvegarde s’il en a une.',
  },
  HOST_LOST: {
    en: 'Reboot it, or wait: it recovers when its host is back.',
    fr: 'Redémarrez-le, ou attendez : il se rétablit quand son hôte revient.',
  },
} as const satisfies Record<GiveUpReason, Told>;
