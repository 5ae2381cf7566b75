import type { InvoiceKind } from './invoices.ts';
import type { Language, Sentences, Told } from '../words/language.ts';

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
  creditedTo: { en: 'Credit to', fr: 'Au crédit de' },
  description: { en: 'Description', fr: 'Description' },
  amount: { en: 'Amount (CAD)', fr: 'Montant (CAD)' },
  subtotal: { en: 'Subtotal', fr: 'Sous-total' },
  total: { en: 'Total', fr: 'Total' },
  opening: { en: 'Opening balance', fr: 'Solde d’ouverture' },
  closing: { en: 'Closing balance', fr: 'Solde de clôture' },
  used: { en: 'Usage charged in the month', fr: 'Utilisation facturée dans le mois' },
  paidBy: { en: 'Paid with', fr: 'Payé par carte' },
  givenBackTo: { en: 'Refunded to', fr: 'Remboursé sur la carte' },
  payment: { en: 'Payment', fr: 'Paiement' },
  about: { en: 'Original document', fr: 'Document d’origine' },
  reason: { en: 'Reason', fr: 'Motif' },
  taxNumbers: { en: 'Tax registration numbers', fr: 'Numéros d’inscription aux taxes' },
  taxNote: {
    en: 'Taxes were charged when the credit was purchased; usage is deducted from it with no further tax.',
    fr: 'Les taxes ont été perçues à l’achat du crédit ; l’utilisation en est déduite sans taxe supplémentaire.',
  },
  page: { en: 'Page', fr: 'Page' },
} as const satisfies Record<string, Told>;

/** The lines of receipts, invoices and credit notes. */
export const documentLines = {
  prepaidCredit: { en: 'Prepaid credit', fr: 'Crédit prépayé' },
  notServed: { en: 'Order not fulfilled', fr: 'Commande non exécutée' },
  term: ({ plan, server, from, until }: { plan: string; server: string; from: string; until: string }) => ({
    en: `${plan}, server "${server}", ${from} to ${until}`,
    fr: `${plan}, serveur « ${server} », du ${from} au ${until}`,
  }),
  backupOption: ({ from, until }: { from: string; until: string }) => ({
    en: `Backup option, ${from} to ${until}`,
    fr: `Option de sauvegarde, du ${from} au ${until}`,
  }),
  givenBack: { en: 'Refund to the card', fr: 'Remboursement sur la carte' },
  reversed: { en: 'Refund reversed: the payment stands', fr: 'Remboursement annulé : le paiement est maintenu' },
} as const satisfies Sentences;

/** The lines of a month's statement. */
export const statementLines = {
  hours: ({ server, plan, hours }: { server: string; plan: string; hours: bigint }) => ({
    en: `${server} (${plan}), ${hours} h`,
    fr: `${server} (${plan}), ${hours} h`,
  }),
  backupOption: (server: string) => ({ en: `Backup option for ${server}`, fr: `Option de sauvegarde de ${server}` }),
  creditBought: { en: 'Credit purchased', fr: 'Crédit acheté' },
  creditGiven: { en: 'Promotional credit', fr: 'Crédit promotionnel' },
  prepaid: { en: 'Prepaid servers', fr: 'Serveurs prépayés' },
  prepaidByCard: { en: 'Card payments for prepaid servers', fr: 'Paiements par carte pour des serveurs prépayés' },
  prepaidGivenBack: { en: 'Refunds for prepaid servers', fr: 'Remboursements de serveurs prépayés' },
  prepaidBackups: { en: 'Backup options for prepaid servers', fr: 'Options de sauvegarde de serveurs prépayés' },
  toCard: { en: 'Refunds to cards', fr: 'Remboursements sur carte' },
  toCredit: { en: 'Refunds to credit', fr: 'Remboursements portés au crédit' },
  corrections: { en: 'Adjustments', fr: 'Corrections' },
  use: { en: 'Usage', fr: 'Utilisation' },
} as const satisfies Sentences;

/** The header of the transactions file. */
export const transactionsHead = {
  en: ['id', 'time', 'type', 'amount CAD', 'balance after CAD', 'server', 'description', 'server name'],
  fr: ['id', 'date et heure', 'type', 'montant CAD', 'solde après CAD', 'serveur', 'description', 'nom du serveur'],
} as const satisfies Record<Language, readonly string[]>;

/** The header of the file of a server's hours. */
export const usageHead = {
  en: ['from', 'to', 'hourly rate CAD', 'server CAD', 'backups CAD', 'refunded CAD', 'charged CAD', 'transaction id'],
  fr: ['du', 'au', 'tarif horaire CAD', 'serveur CAD', 'sauvegardes CAD', 'remboursé CAD', 'facturé CAD', 'id de la transaction'],
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
    'prépayé CAD',
    'remboursements CAD',
    'total CAD',
  ],
} as const satisfies Record<Language, readonly string[]>;

/** The header of the revenue file; only customers' rows have what was received. */
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
    'prépayé CAD',
    'remboursements CAD',
    'pertes CAD',
    'autres CAD',
    'revenus gagnés CAD',
  ],
} as const satisfies Record<Language, readonly string[]>;
export const receivedHead = { en: 'received with tax CAD', fr: 'encaissé avec taxes CAD' } as const satisfies Record<Language, string>;

/** The header of the file of utilisation. */
export const utilisationHead = {
  en: ['from', 'to', 'pool id', 'pool', 'GPU model', 'GPUs', 'GPUs held', 'utilisation %'],
  fr: ['du', 'au', 'id du groupe', 'groupe', 'modèle de GPU', 'GPU', 'GPU occupés', 'taux d’occupation %'],
} as const satisfies Record<Language, readonly string[]>;

/** The header of the file of an audit log. */
export const auditHead = {
  en: ['id', 'time', 'action', 'resource id', 'resource', 'actor type', 'actor id', 'actor', 'via', 'IP address', 'request id', 'details'],
  fr: [
    'id',
    'date et heure',
    'action',
    'id de la ressource',
    'ressource',
    'type d’auteur',
    'id de l’auteur',
    'auteur',
    'par',
    'adresse IP',
    'id de la requête',
    'détails',
  ],
} as const satisfies Record<Language, readonly string[]>;
/** The additional column in operators' file. */
export const auditAccountHead = { en: ['account id', 'account'], fr: ['id du compte', 'compte'] } as const satisfies Record<
  Language,
  readonly string[]
>;
