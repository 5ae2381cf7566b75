import type { Told } from '../words/language.ts';
import type { HibernationReason, ServerEventData } from '../servers/events.ts';
import { amount, joined, refundedSince, written, type WordsOf } from './told.ts';

/** A server's hibernation, requested or not, and its resumption. */
export const hibernationWords = {
  'server.hibernate_requested': ({ reason, settled, operatorsReason }) => {
    if (settled !== undefined) return joined(WAS_HIBERNATED, refundedSince(settled));
    if (operatorsReason !== undefined) return joined(hibernatedByOperator(operatorsReason), PAID_HOUR_ENDS, KEEPS_SYSTEM_DISK);
    return reason === null ? joined({ en: 'Hibernation accepted.', fr: 'Hibernation acceptée.' }, PAID_HOUR_ENDS) : unpaid[reason];
  },
  'server.hibernated': () => ({
    en: 'The server is hibernated: its system disk is kept, its work disk may be empty when you resume it. Its addresses are released.',
    fr: 'Le serveur est en hibernation : son disque système est conservé, son disque de travail peut être vide à la reprise. Ses adresses sont libérées.',
  }),
  'server.restore_requested': ({ paidBy }) => restored[paidBy],
  'server.preempted': ({ operatorsReason, refundedMicros, firstHour, keptSystemDisk, byItsOwner }) =>
    joined(
      operatorsReason === null ? (byItsOwner ? NEEDED_BY_ITS_OWNER : NEEDED_ON_DEMAND) : byOperator(operatorsReason),
      refunded({ refundedMicros, firstHour }),
      keptSystemDisk ? KEPT : NOTHING_TO_KEEP,
    ),
} as const satisfies WordsOf<'server.hibernate_requested' | 'server.hibernated' | 'server.restore_requested' | 'server.preempted'>;

const PAID_HOUR_ENDS = {
  en: 'Nothing more is billed after the hour already paid.',
  fr: 'Rien de plus n’est facturé après l’heure déjà payée.',
} as const;

function hibernatedByOperator(reason: string): Told {
  return { en: `Hibernated by the operator: ${written(reason)}`, fr: `Mis en hibernation par l’exploitant : ${written(reason)}` };
}

const KEEPS_SYSTEM_DISK = {
  en: 'The system disk is kept; the work disk may be empty when you resume it.',
  fr: 'Le disque système est conservé ; le disque de travail peut être vide à la reprise.',
} as const;

const unpaid = {
  ACCOUNT_SUSPENDED: {
    en: 'The account is suspended: the server is being hibernated at the end of the paid hour. Its system disk is kept; its work disk may be empty when you resume it. Contact support to have the account reactivated, then resume it.',
    fr: 'Le compte est suspendu : le serveur est mis en hibernation à la fin de l’heure payée. Son disque système est conservé ; son disque de travail peut être vide à la reprise. Écrivez au soutien pour faire réactiver le compte, puis reprenez-le.',
  },
  CREDIT_EXHAUSTED: {
    en: 'The credit does not cover the next hour: the server is being hibernated. Its system disk is kept; its work disk may be empty when you resume it. Add credit, then resume it.',
    fr: 'Le crédit ne couvre pas l’heure suivante : le serveur est mis en hibernation. Son disque système est conservé ; son disque de travail peut être vide à la reprise. Ajoutez du crédit, puis reprenez-le.',
  },
  BUDGET_CAP_REACHED: {
    en: 'The next hour would exceed a budget: the server is being hibernated. Its system disk is kept; its work disk may be empty when you resume it. Raise the limit or wait for the next period, then resume it.',
    fr: 'L’heure suivante dépasserait un budget : le serveur est mis en hibernation. Son disque système est conservé ; son disque de travail peut être vide à la reprise. Relevez la limite ou attendez la période suivante, puis reprenez-le.',
  },
  KEY_CAP_REACHED: {
    en: 'The next hour would exceed a cap of the MCP key that launched this server: it is being hibernated. Its system disk is kept; its work disk may be empty when you resume it. Raise the cap or resume it yourself.',
    fr: 'L’heure suivante dépasserait un plafond de la clé MCP qui a lancé ce serveur : il est mis en hibernation. Son disque système est conservé ; son disque de travail peut être vide à la reprise. Relevez le plafond ou reprenez-le vous-même.',
  },
  NO_PRICE: {
    en: 'No price is in force for this plan, so its next hour cannot be billed: the server is being hibernated. Its system disk is kept; its work disk may be empty when you resume it. Contact support to have a price agreed, then resume it.',
    fr: 'Aucun prix n’est en vigueur pour ce produit, et l’heure suivante ne peut pas être facturée : le serveur est mis en hibernation. Son disque système est conservé ; son disque de travail peut être vide à la reprise. Écrivez au soutien pour convenir d’un prix, puis reprenez-le.',
  },
  TERM_ENDED: {
    en: 'The paid term has ended and was not renewed: the server is being hibernated. Its system disk is kept; its work disk may be empty when you resume it. Renew the order, and it resumes.',
    fr: 'La période payée est terminée et n’a pas été renouvelée : le serveur est mis en hibernation. Son disque système est conservé ; son disque de travail peut être vide à la reprise. Renouvelez la commande, et il est repris.',
  },
  ORDER_CANCELED: {
    en: 'The order was cancelled and its paid term has ended: the server is being hibernated. Its system disk is kept; its work disk may be empty. Delete it when you no longer need the data.',
    fr: 'La commande a été annulée et sa période payée est terminée : le serveur est mis en hibernation. Son disque système est conservé ; son disque de travail peut être vide ensuite. Supprimez-le quand vous n’avez plus besoin des données.',
  },
} as const satisfies Record<HibernationReason, Told>;

const restored = {
  hour: { en: 'Resume accepted inside the hour already paid.', fr: 'Reprise acceptée pendant l’heure déjà payée.' },
  term: { en: 'Resume accepted inside the term already paid.', fr: 'Reprise acceptée pendant la période déjà payée.' },
  new_hour: {
    en: 'Resume accepted; a new first hour was charged to the credit.',
    fr: 'Reprise acceptée ; une nouvelle première heure a été débitée du crédit.',
  },
  renewal: {
    en: 'The term was renewed; the server is resuming.',
    fr: 'La période a été renouvelée ; le serveur est en cours de reprise.',
  },
} as const satisfies Record<ServerEventData['server.restore_requested']['paidBy'], Told>;

const NEEDED_ON_DEMAND = {
  en: 'On-demand customers need the GPUs of this spot server.',
  fr: 'Des clients à la demande ont besoin des GPU de ce serveur spot.',
} as const;

const NEEDED_BY_ITS_OWNER = {
  en: 'An on-demand server of your account needs the GPUs of this spot server.',
  fr: 'Un serveur à la demande de votre compte a besoin des GPU de ce serveur spot.',
} as const;

function byOperator(reason: string): Told {
  return { en: `Interrupted by the operator: ${written(reason)}`, fr: `Interrompu par l’exploitant : ${written(reason)}` };
}

function refunded({ refundedMicros, firstHour }: { refundedMicros: string; firstHour: boolean }): Told {
  if (refundedMicros === '0') return { en: 'There was nothing to refund.', fr: 'Il n’y avait rien à rembourser.' };
  const cad = amount(refundedMicros);
  return {
    en: `${cad.en} was refunded: ${firstHour ? 'all of the first hour' : 'the unused part of the hour'}.`,
    fr: `${cad.fr} ont été remboursés : ${firstHour ? 'toute la première heure' : 'la partie inutilisée de l’heure'}.`,
  };
}

const KEPT = {
  en: 'The server is being hibernated: its system disk is kept, its work disk may be lost. Resume it when GPUs are free again.',
  fr: 'Le serveur est mis en hibernation : son disque système est conservé, son disque de travail peut être perdu. Reprenez-le quand des GPU seront de nouveau libres.',
} as const;

const NOTHING_TO_KEEP = {
  en: 'It had not started yet, so there is nothing to keep: delete it and deploy again when GPUs are free.',
  fr: 'Il n’avait pas encore démarré, il n’y a donc rien à garder : supprimez-le et déployez-en un autre quand des GPU seront libres.',
} as const;

const WAS_HIBERNATED = {
  en: 'Our records were restored from an earlier copy, and the server had been hibernated by then: it is hibernated here, too.',
  fr: 'Nos dossiers ont été restaurés à partir d’une copie antérieure, et le serveur était déjà en hibernation : il l’est ici aussi.',
} as const;
