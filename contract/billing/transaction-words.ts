import type { Told } from '../words/language.ts';
import type { PaymentPurpose } from './payments.ts';
import { toldByNewer } from '../words/told-by-newer.ts';
import { TransactionData, type HourRefund } from './transaction-data.ts';

/** Describes a transaction from the data recorded with it, including data that a newer version recorded. */
export function tellTransaction(data: unknown): Told {
  const known = TransactionData.safeParse(data);
  return known.success ? describe(known.data) : toldByNewer(kindIn(data));
}

function kindIn(data: unknown): string {
  return typeof data === 'object' && data !== null && 'of' in data ? String(data.of) : '–';
}

function describe(data: TransactionData): Told {
  switch (data.of) {
    case 'first_hour':
      return {
        en: `First hour of ${data.serverName} (${data.planId})`,
        fr: `Première heure de ${data.serverName} (${data.planId})`,
      };
    case 'hours':
      return data.hours === 1
        ? { en: '1 server-hour', fr: '1 heure-serveur' }
        : { en: `${data.hours} server-hours`, fr: `${data.hours} heures-serveur` };
    case 'hour_refund':
      return hourRefunds[data.why](data.serverName);
    case 'term':
      return {
        en: `${data.serverName} (${data.planId}) until ${data.until}`,
        fr: `${data.serverName} (${data.planId}) jusqu’au ${data.until}`,
      };
    case 'backup_option':
      return {
        en: `Backup option for ${data.serverName} until ${data.until}`,
        fr: `Option de sauvegarde de ${data.serverName} jusqu’au ${data.until}`,
      };
    case 'backup_option_refund':
      return {
        en: `Refund: the backup option for ${data.serverName} in a term that had not begun`,
        fr: `Remboursement : l’option de sauvegarde de ${data.serverName} pour une période qui n’avait pas commencé`,
      };
    case 'card_payment':
      return cardPayments[data.purpose];
    case 'card_refund':
      return cardRefunds[data.step](data.paymentId);
    case 'tax':
      return { en: `${data.code} of ${data.paymentId}`, fr: `${data.code} de ${data.paymentId}` };
    case 'by_hand':
      return { en: data.reason, fr: data.reason };
  }
}

const hourRefunds = {
  unused: (name) => ({
    en: `Refund: the unused part of an hour of ${name}`,
    fr: `Remboursement : la partie inutilisée d’une heure de ${name}`,
  }),
  deleted: (name) => ({
    en: `Refund: ${name} was deleted before it was active`,
    fr: `Remboursement : ${name} a été supprimé avant d’être en service`,
  }),
  not_provisioned: (name) => ({
    en: `Refund: ${name} could not be provisioned`,
    fr: `Remboursement : ${name} n’a pas pu être mis en service`,
  }),
  preempted: (name) => ({ en: `Refund: ${name} was interrupted`, fr: `Remboursement : ${name} a été interrompu` }),
  restored_copy: (name) => ({
    en: `Refund: an hour charged by mistake after ${name} had ended`,
    fr: `Remboursement : une heure facturée par erreur après la fin de ${name}`,
  }),
} as const satisfies Record<HourRefund['why'], (serverName: string) => Told>;

const cardPayments = {
  topup: { en: 'Credit purchased by card', fr: 'Crédit acheté par carte' },
  auto_reload: { en: 'Credit purchased by auto-reload', fr: 'Crédit acheté par rechargement automatique' },
  order: { en: 'Card payment for an order', fr: 'Paiement par carte d’une commande' },
  renewal: { en: 'Card payment for a renewal', fr: 'Paiement par carte d’un renouvellement' },
} as const satisfies Record<PaymentPurpose, Told>;

const cardRefunds = {
  term: (id) => ({ en: `Refund of ${id}`, fr: `Remboursement de ${id}` }),
  given: (id) => ({ en: `Refunded to the card: ${id}`, fr: `Remboursé sur la carte : ${id}` }),
  undone: (id) => ({ en: `Refund to the card failed: ${id}`, fr: `Échec du remboursement sur la carte : ${id}` }),
  bank: (id) => ({
    en: `Already refunded to the card by its bank: ${id}`,
    fr: `Déjà remboursé sur la carte par sa banque : ${id}`,
  }),
} as const satisfies Record<Extract<TransactionData, { of: 'card_refund' }>['step'], (paymentId: string) => Told>;
