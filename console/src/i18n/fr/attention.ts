import type { en } from '../en/attention.ts';

export const fr: typeof en = {
  reloadStopped: 'Le rechargement automatique s’est arrêté : la carte a été refusée plusieurs fois de suite.',
  fixReload: 'Corriger le rechargement',
  paymentWaits: (total, what) => `Votre banque vous demande de confirmer ${total} pour ${what}. Après 30 minutes, le paiement est annulé.`,
  confirmPayment: 'Confirmer le paiement',
  paymentFailed: (total, what) => `La carte a été refusée : ${total} pour ${what}.`,
  seePayment: 'Voir le paiement',
  changeCard: 'Changer de carte',
  purposes: {
    topup: 'du crédit',
    auto_reload: 'le rechargement automatique',
    order: 'un serveur prépayé',
    renewal: 'un renouvellement',
  },
  renewalFailed: (server, end) =>
    `${server} n’a pas pu être renouvelé. Il sera mis en hibernation le ${end} si la période suivante n’est pas payée.`,
  seeOrder: 'Voir la commande',
  termOver: (server, end) => `La période de ${server} s’est terminée le ${end} : il a été mis en hibernation.`,
  renew: 'Renouveler',
  backupFailed: (server, when) => `La sauvegarde de ${server} du ${when} n’a pas été faite.`,
  seeBackups: 'Voir les sauvegardes',
};
