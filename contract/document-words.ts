import type { InvoiceKind } from './invoices.ts';
import type { Language, Sentences, Told } from './language.ts';

/** The title of a document. */
export const documentTitles = {
  receipt: { en: 'Receipt', fr: 'Reçu' },
  invoice: { en: 'Invoice', fr: 'Facture' },
  credit_note: { en: 'Credit note', fr: 'Note de crédit' },
  statement: { en: 'Statement of account', fr: 'Relevé de compte' },
} as const satisfies Record<InvoiceKind, Told>;

/** The labels beside the values of a document. */
export const documentWords = {
  number: { en: 'Number', fr: 'Numéro' },
  date: { en: 'Date', fr: 'Date' },
  account: { en: 'Account', fr: 'Compte' },
  period: { en: 'Period', fr: 'Période' },
  billedTo: { en: 'Billed to', fr: 'Facturé à' },
  creditedTo: { en: 'Credited to', fr: 'Crédité à' },
  description: { en: 'Description', fr: 'Description' },
  amount: { en: 'Amount (CAD)', fr: 'Montant (CAD)' },
  subtotal: { en: 'Subtotal', fr: 'Sous-total' },
  total: { en: 'Total', fr: 'Total' },
  opening: { en: 'Opening balance', fr: 'Solde d’ouverture' },
  closing: { en: 'Closing balance', fr: 'Solde de clôture' },
  used: { en: 'Charged for use this month', fr: 'Facturé pour l’utilisation du mois' },
  paidBy: { en: 'Paid by card', fr: 'Payé par carte' },
  givenBackTo: { en: 'Refunded to card', fr: 'Remboursé sur la carte' },
  payment: { en: 'Payment', fr: 'Paiement' },
  about: { en: 'About document', fr: 'Concerne le document' },
  reason: { en: 'Reason', fr: 'Motif' },
  taxNumbers: { en: 'Tax numbers', fr: 'Numéros de taxes' },
  taxNote: {
    en: 'Taxes were charged when the credit was bought; use is taken from it without further tax.',
    fr: 'Les taxes ont été perçues à l’achat du crédit ; l’utilisation en est déduite sans autre taxe.',
  },
  page: { en: 'Page', fr: 'Page' },
} as const satisfies Record<string, Told>;

/** The lines of receipts, invoices and credit notes. */
export const documentLines = {
  prepaidCredit: { en: 'Prepaid credit', fr: 'Crédit prépayé' },
  notServed: { en: 'Order that was not served', fr: 'Commande non servie' },
  term: ({ plan, server, from, until }: { plan: string; server: string; from: string; until: string }) => ({
    en: `${plan}, server "${server}", ${from} to ${until}`,
    fr: `${plan}, serveur « ${server} », du ${from} au ${until}`,
  }),
  backupOption: ({ from, until }: { from: string; until: string }) => ({
    en: `Backup option, ${from} to ${until}`,
    fr: `Option de sauvegarde, du ${from} au ${until}`,
  }),
  givenBack: { en: 'Refunded to the card', fr: 'Remboursé sur la carte' },
  reversed: { en: 'Refund reversed: the payment stands', fr: 'Remboursement annulé : le paiement demeure' },
} as const satisfies Sentences;

/** The lines of a month's statement. */
export const statementLines = {
  hours: ({ server, plan, hours }: { server: string; plan: string; hours: bigint }) => ({
    en: `${server} (${plan}), ${hours} h`,
    fr: `${server} (${plan}), ${hours} h`,
  }),
  backupOption: (server: string) => ({ en: `Backup option of ${server}`, fr: `Option de sauvegarde de ${server}` }),
  creditBought: { en: 'Credit bought', fr: 'Crédit acheté' },
  creditGiven: { en: 'Credit given', fr: 'Crédit offert' },
  prepaid: { en: 'Prepaid servers', fr: 'Serveurs prépayés' },
  prepaidByCard: { en: 'Paid by card for prepaid servers', fr: 'Payé par carte pour des serveurs prépayés' },
  prepaidGivenBack: { en: 'Prepaid servers refunded', fr: 'Serveurs prépayés remboursés' },
  prepaidBackups: { en: 'Backup options of prepaid servers', fr: 'Options de sauvegarde de serveurs prépayés' },
  toCard: { en: 'Refunded to a card', fr: 'Remboursé sur une carte' },
  toCredit: { en: 'Refunds to the credit', fr: 'Remboursements au crédit' },
  corrections: { en: 'Corrections', fr: 'Corrections' },
  use: { en: 'Use', fr: 'Utilisation' },
} as const satisfies Sentences;

/** The header of the transactions file. */
export const transactionsHead = {
  en: ['id', 'time', 'type', 'amount CAD', 'balance after CAD', 'server', 'description', 'server name'],
  fr: ['id', 'moment', 'type', 'montant CAD', 'solde après CAD', 'serveur', 'description', 'nom du serveur'],
} as const satisfies Record<Language, readonly string[]>;

/** The header of the file of costs. */
export const costsHead = {
  en: ['from', 'to', 'by', 'id', 'name', 'GPU', 'servers', 'hours CAD', 'backups CAD', 'prepaid CAD', 'refunds CAD', 'total CAD'],
  fr: [
    'du',
    'au',
    'par',
    'id',
    'nom',
    'GPU',
    'serveurs',
    'heures CAD',
    'sauvegardes CAD',
    'prépayés CAD',
    'remboursements CAD',
    'total CAD',
  ],
} as const satisfies Record<Language, readonly string[]>;

/** The header of the file of revenue; what was received, only a customer's row tells. */
export const revenueHead = {
  en: ['from', 'to', 'by', 'id', 'name', 'hours CAD', 'backups CAD', 'prepaid CAD', 'refunds CAD', 'losses CAD', 'other CAD', 'earned CAD'],
  fr: [
    'du',
    'au',
    'par',
    'id',
    'nom',
    'heures CAD',
    'sauvegardes CAD',
    'prépayés CAD',
    'remboursements CAD',
    'pertes CAD',
    'autres CAD',
    'gagné CAD',
  ],
} as const satisfies Record<Language, readonly string[]>;
export const receivedHead = { en: 'received with tax CAD', fr: 'reçu avec taxes CAD' } as const satisfies Record<Language, string>;

/** The header of the file of utilisation. */
export const utilisationHead = {
  en: ['from', 'to', 'pool id', 'pool', 'GPU model', 'GPUs', 'GPUs held', 'utilisation %'],
  fr: ['de', 'à', 'id du groupe', 'groupe', 'modèle de GPU', 'GPU', 'GPU détenus', 'occupation %'],
} as const satisfies Record<Language, readonly string[]>;
