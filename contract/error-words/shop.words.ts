import type { BudgetCap, ErrorDetails, MissingPayment } from '../errors/details.ts';
import type { Told } from '../words/language.ts';
import type { ErrorWords } from './told-error.ts';

const unpaid = {
  card: (cad) => ({
    en: `This needs a card payment of ${cad.en}. Add a card, then send the same request again.`,
    fr: `Il faut un paiement par carte de ${cad.fr}. Ajoutez une carte, puis renvoyez la même requête.`,
  }),
  term: (cad) => ({
    en: `The prepaid term of this server is over. Renew its order for ${cad.en} before tax, then send the same request again.`,
    fr: `La période prépayée de ce serveur est terminée. Renouvelez sa commande pour ${cad.fr} avant taxes, puis renvoyez la même requête.`,
  }),
  'canceled term': () => ({
    en: 'The prepaid term of this server is over and its order was cancelled: it cannot be started again. Restore one of its backups to a new server, or delete it.',
    fr: 'La période prépayée de ce serveur est terminée et sa commande est annulée : il ne peut plus être démarré. Restaurez une de ses sauvegardes sur un nouveau serveur, ou supprimez-le.',
  }),
  backups: (cad) => ({
    en: `The backups of this server are not paid for in its current term. Turn them on for ${cad.en} before tax, then send the same request again.`,
    fr: `Les sauvegardes de ce serveur ne sont pas payées pour la période en cours. Activez-les pour ${cad.fr} avant taxes, puis renvoyez la même requête.`,
  }),
} as const satisfies Record<MissingPayment['missing'], (cad: Told) => Told>;

/** Buying: credit, budgets, orders, cards and stock. */
export const shopWords = {
  INSUFFICIENT_CREDITS: ({ requiredMicros, balanceMicros }) => ({
    en: `This needs ${englishCad(requiredMicros)} of credit and the balance is ${englishCad(balanceMicros)}. Add credit, then send the same request again.`,
    fr: `Il faut ${frenchCad(requiredMicros)} de crédit et le solde est de ${frenchCad(balanceMicros)}. Ajoutez du crédit, puis renvoyez la même requête.`,
  }),
  PAYMENT_REQUIRED: ({ requiredMicros, missing }) => unpaid[missing]({ en: englishCad(requiredMicros), fr: frenchCad(requiredMicros) }),
  BUDGET_CAP_REACHED: ({ cap, requiredMicros }) => {
    // Even a server that costs nothing at first may be one too many.
    const what =
      requiredMicros === 0n
        ? { en: 'This', fr: 'Cela' }
        : { en: `Spending ${englishCad(requiredMicros)} more`, fr: `Dépenser encore ${frenchCad(requiredMicros)}` };
    return {
      en: `${what.en} would exceed ${caps[cap].en}. Nothing was charged. Raise the limit, then send the same request again.`,
      fr: `${what.fr} dépasserait ${caps[cap].fr}. Rien n’a été facturé. Relevez la limite, puis renvoyez la même requête.`,
    };
  },
  CYCLE_NOT_AVAILABLE: ({ productId }) => ({
    en: `${productId} is billed by the hour only. Choose hourly billing or another plan.`,
    fr: `${productId} se facture seulement à l’heure. Choisissez la facturation horaire ou un autre produit.`,
  }),
  PLAN_NOT_AVAILABLE: ({ onlyElsewhere }) =>
    onlyElsewhere
      ? {
          en: 'This plan has free GPUs in the region, but none where the disks of this server are kept. Nothing was charged. Try again later, or deploy a new server.',
          fr: 'Ce produit a des GPU libres dans la région, mais aucun là où les disques de ce serveur sont gardés. Rien n’a été facturé. Réessayez plus tard, ou déployez un nouveau serveur.',
        }
      : { en: 'GPU not currently available in this region', fr: 'Ce GPU n’est pas disponible dans cette région en ce moment' },
  PRICE_CHANGED: ({ expectedCad, actualCad, who }) => ({
    en: `The price is ${actualCad} CAD, not ${expectedCad} CAD. Nothing was charged. ${
      who === 'agent' ? 'Call the tool without a token to get a new quote.' : 'Confirm the new price.'
    }`,
    fr: `Le prix est de ${actualCad} CAD et non de ${expectedCad} CAD. Rien n’a été facturé. ${
      who === 'agent' ? 'Appelez l’outil sans jeton pour obtenir une nouvelle soumission.' : 'Confirmez le nouveau prix.'
    }`,
  }),
  CONFIRM_AGAIN: ({ of }) => confirmAgain[of],
  PAYMENT_IN_PROGRESS: () => ({
    en: 'The card is already being charged. Wait for the result; nothing more was charged.',
    fr: 'Un débit de la carte est déjà en cours. Attendez le résultat ; rien de plus n’a été facturé.',
  }),
  ORDER_NOT_RENEWABLE: ({ reason }) => notRenewable[reason],
  NOT_REFUNDABLE: ({ refundableMicros }) => ({
    en: `At most ${englishCad(refundableMicros)} of this payment, before tax, can be refunded now. Nothing was changed.`,
    fr: `Au plus ${frenchCad(refundableMicros)} de ce paiement, avant taxes, peuvent être remboursés maintenant. Rien n’a changé.`,
  }),
  PAYMENTS_UNAVAILABLE: () => ({
    en: 'The payment provider is not responding right now. Nothing was charged. Try again in a minute.',
    fr: 'Le fournisseur de paiement ne répond pas en ce moment. Rien n’a été facturé. Réessayez dans une minute.',
  }),
} as const satisfies Partial<ErrorWords>;

const caps = {
  'account month': { en: 'the account’s monthly budget', fr: 'le budget mensuel du compte' },
  'account day': { en: 'the account’s daily budget', fr: 'le budget quotidien du compte' },
  'server month': { en: 'the server’s monthly budget', fr: 'le budget mensuel du serveur' },
  'key server hour': {
    en: 'this MCP key’s cap on the hourly rate of a server',
    fr: 'le plafond de cette clé MCP pour le tarif horaire d’un serveur',
  },
  'key total hour': { en: 'this MCP key’s cap on its total hourly cost', fr: 'le plafond de cette clé MCP pour son coût horaire total' },
  'key servers': { en: 'this MCP key’s cap on servers at a time', fr: 'le plafond de cette clé MCP pour ses serveurs simultanés' },
  'key month': { en: 'this MCP key’s monthly spending cap', fr: 'le plafond mensuel de dépense de cette clé MCP' },
  'key charge': { en: 'this MCP key’s cap on one card charge', fr: 'le plafond de cette clé MCP pour un débit de carte' },
  'key month charges': {
    en: 'this MCP key’s monthly cap on card charges',
    fr: 'le plafond mensuel de cette clé MCP pour les débits de carte',
  },
} as const satisfies Record<BudgetCap, Told>;

const notRenewable = {
  canceled: {
    en: 'This order was cancelled: it runs to the end of its term and is not renewed. Order again to continue.',
    fr: 'Cette commande a été annulée : elle court jusqu’à la fin de sa période et ne se renouvelle pas. Commandez à nouveau pour continuer.',
  },
  deleted: {
    en: 'The server of this order was deleted, so there is nothing to renew. Order a new one.',
    fr: 'Le serveur de cette commande a été supprimé : il n’y a rien à renouveler. Commandez-en un nouveau.',
  },
  'never paid': {
    en: 'This order was never paid, so there is nothing to renew. Order again.',
    fr: 'Cette commande n’a jamais été payée : il n’y a rien à renouveler. Commandez à nouveau.',
  },
  'never ran': {
    en: 'The server of this order never started, and what you paid is refunded to the card. Delete it and order again.',
    fr: 'Le serveur de cette commande n’a jamais démarré et la somme payée est remboursée sur la carte. Supprimez-le et commandez à nouveau.',
  },
  'renewed already': {
    en: 'The next term of this order is already paid. You can renew again once it has started.',
    fr: 'La prochaine période de cette commande est déjà payée. Renouvelez à nouveau quand elle aura commencé.',
  },
  'another term': {
    en: 'The term you were shown has been paid or has ended in the meantime. Nothing was charged. Reload the page to see which term is next.',
    fr: 'La période affichée a été payée ou s’est terminée entre-temps, et rien n’a été débité. Rechargez la page pour voir laquelle vient ensuite.',
  },
  hourly: {
    en: 'This server is billed by the hour and has no term to renew.',
    fr: 'Ce serveur se facture à l’heure et n’a pas de période à renouveler.',
  },
} as const satisfies Record<ErrorDetails['ORDER_NOT_RENEWABLE']['reason'], Told>;

/**
 * What an agent reads about a plan that is not sold online. Over REST the specification gives the sentence, and `eligibility` explains it.
 */
export const planNotSold = {
  contact: {
    en: 'This plan is sold on request, not online. Ask support for it, or choose one of the alternatives.',
    fr: 'Ce produit se vend sur demande, pas en ligne. Demandez-le au soutien, ou choisissez une des solutions de rechange.',
  },
  disabled: {
    en: 'This plan is not offered at the moment. Choose one of the alternatives.',
    fr: 'Ce produit n’est pas offert en ce moment. Choisissez une des solutions de rechange.',
  },
} as const satisfies Record<NonNullable<ErrorDetails['PLAN_NOT_AVAILABLE']['notSold']>, Told>;

const englishCad = (micros: bigint) => cad(micros, 'en-CA');
const frenchCad = (micros: bigint) => cad(micros, 'fr-CA');

function cad(micros: bigint, locale: 'en-CA' | 'fr-CA'): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'CAD', maximumFractionDigits: 4 }).format(Number(micros) / 1e6);
}

const confirmAgain = {
  refund: {
    en: 'The refund is no longer the one you were shown. Nothing was deleted. Read what deleting does now, then confirm again.',
    fr: 'Le remboursement n’est plus celui qui vous a été montré. Rien n’a été supprimé. Relisez ce qu’entraîne la suppression, puis confirmez de nouveau.',
  },
  card: {
    en: 'Your default card is no longer the one you were shown. Nothing was done. Check the card, then confirm again.',
    fr: 'Votre carte par défaut n’est plus celle qui vous a été montrée. Rien n’a été fait. Vérifiez la carte, puis confirmez de nouveau.',
  },
  // Only agents are told this.
  'what follows': {
    en: 'What follows is no longer what you were shown. Nothing was done. Call it without confirmName, show your user what follows now, and ask again.',
    fr: 'Ce qui s’ensuit n’est plus ce qui vous a été montré. Rien n’a été fait. Appelez l’outil sans confirmName, montrez à votre utilisateur ce qui s’ensuit maintenant et demandez-lui de nouveau.',
  },
} as const satisfies Record<ErrorDetails['CONFIRM_AGAIN']['of'], Told>;
