import type { Told } from '../words/language.ts';
import type { DropReason } from '../servers/events.ts';
import { amount, joined, refundedSince, type WordsOf } from './told.ts';

/** A server's creation, and its end. */
export const launchWords = {
  'server.create_requested': (data) => {
    switch (data.by) {
      case 'deployment':
        return firstHourTaken({ en: `Deployment of ${data.gpu} accepted`, fr: `Déploiement de ${data.gpu} accepté` });
      case 'restore':
        return firstHourTaken({
          en: `Restore of backup ${data.backupId} of ${data.sourceName} to this new server accepted`,
          fr: `Restauration de la sauvegarde ${data.backupId} de ${data.sourceName} sur ce nouveau serveur acceptée`,
        });
      case 'order':
        return {
          en: 'The card was charged; the server is being deployed.',
          fr: 'La carte a été débitée ; le serveur est en cours de déploiement.',
        };
    }
  },
  'server.order_requested': ({ gpu }) => ({
    en: `Order of ${gpu} accepted; its GPUs are held while the card is charged.`,
    fr: `Commande de ${gpu} acceptée ; ses GPU sont réservés pendant que la carte est débitée.`,
  }),
  'server.order_failed': ({ reason }) => dropped[reason],
  'server.adopted': ({ chargedMicros }) => (chargedMicros === '0' ? ADOPTED : joined(ADOPTED, hoursTaken(amount(chargedMicros)))),
  'server.deleted': ({ backMicros, settled }) => {
    if (settled !== undefined) return joined(HAD_ENDED, refundedSince(settled));
    return backMicros === '0' ? DELETED : joined(DELETED, goesBack(amount(backMicros)));
  },
} as const satisfies WordsOf<
  'server.create_requested' | 'server.order_requested' | 'server.order_failed' | 'server.adopted' | 'server.deleted'
>;

function firstHourTaken(accepted: Told): Told {
  return {
    en: `${accepted.en}; the first hour was charged to the credit.`,
    fr: `${accepted.fr} ; la première heure a été débitée du crédit.`,
  };
}

const dropped = {
  CARD_DECLINED: {
    en: 'The card was not charged, so the server was not deployed. Order again with another card.',
    fr: 'La carte n’a pas été débitée, le serveur n’a donc pas été déployé. Commandez à nouveau avec une autre carte.',
  },
  ACCOUNT_SUSPENDED: {
    en: 'The account was suspended while the card was charged, so the server was not deployed. The money is refunded to the card.',
    fr: 'Le compte a été suspendu pendant le débit de la carte, le serveur n’a donc pas été déployé. L’argent est remboursé sur la carte.',
  },
  HOST_DRAINED: {
    en: 'No GPUs were left for the server when the card was charged: they had been taken out of service, or were sold. The money is refunded to the card; order again when the plan is in stock.',
    fr: 'Il ne restait plus de GPU pour le serveur quand la carte a été débitée : ils avaient été mis hors service ou vendus. L’argent est remboursé sur la carte ; commandez à nouveau quand le produit sera en stock.',
  },
} as const satisfies Record<DropReason, Told>;

const ADOPTED = {
  en: 'Our records were restored from a copy and have this server again. Its machine, its data and its addresses were not touched.',
  fr: 'Nos dossiers ont été restaurés à partir d’une copie et comprennent de nouveau ce serveur. Sa machine, ses données et ses adresses n’ont pas été touchées.',
} as const;

function hoursTaken(cad: Told): Told {
  return {
    en: `${cad.en} were taken from the credit for hours that the restored records did not have.`,
    fr: `${cad.fr} ont été pris sur le crédit pour des heures que les dossiers restaurés ne comprenaient pas.`,
  };
}

const DELETED = {
  en: 'Server deleted. The machine, its backups and all its data are being destroyed.',
  fr: 'Serveur supprimé. La machine, ses sauvegardes et toutes ses données sont en cours de destruction.',
} as const;

function goesBack(cad: Told): Told {
  return {
    en: `${cad.en}, taxes included, go back to the card: they were paid for what was not used.`,
    fr: `${cad.fr}, taxes comprises, retournent sur la carte : ils avaient été payés pour ce qui n’a pas servi.`,
  };
}

const HAD_ENDED = {
  en: 'Server ended: our records were restored from an earlier copy, and its machine was gone by then.',
  fr: 'Serveur terminé : nos dossiers ont été restaurés à partir d’une copie antérieure, et sa machine n’existait déjà plus.',
} as const;
