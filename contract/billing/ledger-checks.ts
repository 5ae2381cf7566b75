import type { Told } from '../words/language.ts';

/** The promises of the checks on what was owed, in French; in English a check's name is its promise. */
const frenchOwedChecks = {
  'the clock of every server ran as the history of the server says': 'le compteur de chaque serveur concorde avec l’historique du serveur',
  'no server runs without its clock, and no clock without its server':
    'aucun serveur ne fonctionne sans son compteur, et aucun compteur sans son serveur',
  'every hour of every clock that ran is billed, and no other hour is':
    'chaque heure de chaque compteur qui a tourné est facturée, et aucune autre heure ne l’est',
  'every hour is billed at the price in force when it began': 'chaque heure est facturée au prix en vigueur quand elle a commencé',
  'every hour has its part of the backups that were on, and no month more than their price':
    'chaque heure a sa part des sauvegardes qui étaient activées, et aucun mois ne dépasse leur prix',
  'every prepaid term is charged at the price in force when its charge began':
    'chaque période prépayée est facturée au prix en vigueur quand son paiement a commencé',
  'what servers lost of their paid hours is refunded, and nothing else':
    'ce que les serveurs ont perdu de leurs heures payées est remboursé, et rien de plus',
  'what counts against budgets is what was charged, less its refunds':
    'ce qui compte dans les budgets est ce qui a été facturé, moins ses remboursements',
  'what counts against the caps of keys is what was charged for them, less its refunds':
    'ce qui compte dans les plafonds des clés est ce qui a été facturé pour elles, moins ses remboursements',
} as const;

export type OwedCheckName = keyof typeof frenchOwedChecks;

const OWED_HOURS: Told = {
  en: 'Each entry is a server, the start of an hour (UTC), and what is missing (−) or was taken for nothing (+). Find out why before anything else; refund what was taken with "account credit". What is missing is not billed later by itself.',
  fr: 'Chaque entrée est un serveur, le début d’une heure (UTC), et ce qui manque (−) ou a été pris pour rien (+). Trouvez d’abord pourquoi ; remboursez ce qui a été pris avec « account credit ». Ce qui manque n’est pas facturé automatiquement plus tard.',
};

/** How to read what a check lists, and what to do. */
const owedAdvice: Readonly<Record<OwedCheckName, Told>> = {
  'the clock of every server ran as the history of the server says': {
    en: 'Each entry is a server and the run of its clock that differs: what its history says (left, or − where the clock did not run) and what was kept (right, or + where it ran for nothing). Read the events of the server around that time.',
    fr: 'Chaque entrée est un serveur et la période de son compteur qui diffère : ce que dit son historique (à gauche, ou − si le compteur n’a pas tourné) et ce qui est inscrit (à droite, ou + s’il a tourné pour rien). Lisez les événements du serveur autour de ce moment.',
  },
  'no server runs without its clock, and no clock without its server': {
    en: 'Each entry is a server and its status: − runs for nothing (by the hour without its clock, or prepaid without a paid term), + is billed although it does not run. Have the server hibernated or deleted by its owner, which sets its clock right, and find out why.',
    fr: 'Chaque entrée est un serveur et son statut : − fonctionne pour rien (à l’heure sans son compteur, ou prépayé sans période payée), + est facturé sans fonctionner. Faites hiberner ou supprimer le serveur par son propriétaire, ce qui remet son compteur en ordre, et trouvez pourquoi.',
  },
  'every hour of every clock that ran is billed, and no other hour is': OWED_HOURS,
  'every hour is billed at the price in force when it began': {
    en: 'Each entry is a server, the start of an hour (UTC), what was billed and what was in force. Refund the excess with "account credit", and find out why: prices are never edited.',
    fr: 'Chaque entrée est un serveur, le début d’une heure (UTC), ce qui a été facturé et ce qui était en vigueur. Remboursez le trop-perçu avec « account credit », et trouvez pourquoi : un prix ne se modifie jamais.',
  },
  'every hour has its part of the backups that were on, and no month more than their price': {
    en: 'Each entry is a server, the start of an hour (UTC), what was billed for backups and what was owed according to the server’s events. Refund the excess with "account credit", and find out why. What is missing is not billed later.',
    fr: 'Chaque entrée est un serveur, le début d’une heure (UTC), ce qui a été facturé pour les sauvegardes et ce qui était dû selon les événements du serveur. Remboursez le trop-perçu avec « account credit », et trouvez pourquoi. Ce qui manque n’est pas facturé plus tard.',
  },
  'every prepaid term is charged at the price in force when its charge began': {
    en: 'Each entry is an order, the number of its term, what was charged before tax and what was in force. Refund the excess to its card, and find out why: prices are never edited.',
    fr: 'Chaque entrée est une commande, le numéro de sa période, ce qui a été facturé avant taxes et ce qui était en vigueur. Remboursez le trop-perçu sur la carte, et trouvez pourquoi : un prix ne se modifie jamais.',
  },
  'what servers lost of their paid hours is refunded, and nothing else': {
    en: 'Each entry is a server, the start of an hour (UTC), and what was not refunded (−) or refunded too much (+). Give what is missing with "account credit".',
    fr: 'Chaque entrée est un serveur, le début d’une heure (UTC), et ce qui n’a pas été remboursé (−) ou l’a été en trop (+). Donnez ce qui manque avec « account credit ».',
  },
  'what counts against budgets is what was charged, less its refunds': {
    en: 'Each entry is an account or a server, its month or day, what counts and what was charged. A budget that counts too little lets more be spent than its limit: lower the limit by the difference until the month is over, and find out why.',
    fr: 'Chaque entrée est un compte ou un serveur, son mois ou son jour, ce qui compte et ce qui a été facturé. Un budget qui compte trop peu laisse dépenser plus que sa limite : baissez la limite de la différence jusqu’à la fin du mois, et trouvez pourquoi.',
  },
  'what counts against the caps of keys is what was charged for them, less its refunds': {
    en: 'Each entry is an agent’s key, what counts of its spending this month, and what was charged for it. A key that counts too little may spend more than its monthly cap: lower the cap by the difference until the month is over, and find out why. One that counts too much may spend less: raise it likewise.',
    fr: 'Chaque entrée est une clé d’agent, ce qui compte de ses dépenses du mois, et ce qui a été facturé pour elle. Une clé qui compte trop peu peut dépenser plus que son plafond mensuel : baissez le plafond de la différence jusqu’à la fin du mois, et trouvez pourquoi. Une clé qui compte trop peut dépenser moins : augmentez-le de même.',
  },
};

/** The promise of each ledger check, in French; in English a check's name is its promise. */
export const frenchChecks = {
  ...frenchOwedChecks,
  'every transfer has two sides that exist': 'chaque transfert va d’un compte existant à un autre',
  'all ledger accounts together are zero': 'la somme de tous les comptes du grand livre est nulle',
  'every balance equals its transfers and is not below zero': 'chaque solde est la somme de ses transferts et n’est jamais négatif',
  'every transfer tells the balance that it left': 'chaque transfert indique le solde exact qui en résulte',
  'every charge for use equals its server-hours, and every server-hour was charged':
    'chaque utilisation facturée correspond à ses heures de serveur, et chaque heure de serveur est facturée',
  'every refund of an hour equals its record and none is more than was charged':
    'chaque remboursement d’heure correspond à son inscription et ne dépasse jamais le montant facturé',
  'the money of every card payment is credit and tax, once, and no other money came by card':
    'chaque paiement par carte devient du crédit et des taxes, une seule fois, et rien d’autre n’est entré par carte',
  'money that went back to a card was taken from credit, revenue and tax, and what we gave never exceeds its payment':
    'tout remboursement sur carte est pris sur le crédit, les revenus et les taxes, et ne dépasse jamais son paiement',
  'what banks took back and nobody made good is a loss of the house, refund by refund':
    'ce que les banques ont repris sans compensation est inscrit comme une perte, remboursement par remboursement',
  'every prepaid term was paid once from what its card had bought':
    'chaque période prépayée est payée une seule fois, avec ce que sa carte a acheté',
  'nothing is earned with a prepaid term that was never used': 'rien n’est gagné avec une période prépayée qui n’a jamais servi',
  'every card payment and refund has its documents, of its amount':
    'chaque paiement par carte et chaque remboursement a ses documents, du bon montant',
  'the numbers of documents follow each other without a gap': 'les numéros des documents se suivent sans trou',
  'every statement is what moved in its month': 'chaque relevé correspond aux mouvements de son mois',
  'the revenue kept of every day that is over is what moved on it':
    'les revenus inscrits pour chaque jour écoulé correspondent aux mouvements de ce jour',
  'the revenue kept by model and by customer comes to its day, and every customer’s to what moved':
    'les revenus inscrits par modèle et par client donnent le total de leur jour, et ceux de chaque client correspondent à ses mouvements',
} as const;

export type LedgerCheckName = keyof typeof frenchChecks;

/** Whether this version knows a check that another version recorded. */
export function isLedgerCheck(name: string): name is LedgerCheckName {
  return Object.hasOwn(frenchChecks, name);
}

/** How to read what a check lists, and what to do; null if its promise says it. */
export function adviceOn(name: LedgerCheckName): Told | null {
  const advice: Readonly<Partial<Record<LedgerCheckName, Told>>> = { ...owedAdvice, ...bookAdvice };
  return advice[name] ?? null;
}

const bookAdvice: Readonly<Partial<Record<LedgerCheckName, Told>>> = {
  'nothing is earned with a prepaid term that was never used': {
    en: 'Each entry is an order and the number of its term: its server was deleted before the term began, or never came up. Refund the payment of that term with "refund create", and find out why it was not.',
    fr: 'Chaque entrée est une commande et le numéro de sa période : le serveur a été supprimé avant qu’elle commence, ou n’a jamais démarré. Remboursez le paiement de cette période avec « refund create », et trouvez pourquoi il ne l’a pas été.',
  },
  'the revenue kept of every day that is over is what moved on it': {
    en: 'Each entry is a day (Toronto time) of which the revenue page shows other sums than the ledger. Find out which transfer was written over an hour late. Delete this day and all later ones from the table "revenue_days": they are summed again within the hour.',
    fr: 'Chaque entrée est un jour (heure de Toronto) dont la page des revenus montre d’autres sommes que le grand livre. Trouvez quel transfert a été écrit avec plus d’une heure de retard. Supprimez ce jour et tous les suivants de la table « revenue_days » : leurs sommes sont refaites dans l’heure.',
  },
  'the revenue kept by model and by customer comes to its day, and every customer’s to what moved': {
    en: 'Each entry is a day (Toronto time) with the breakdown that does not add up to it, or with the customer whose share differs from the ledger. Find out why. Delete this day and all later ones from the table "revenue_days": they are summed again within the hour.',
    fr: 'Chaque entrée est un jour (heure de Toronto), avec la ventilation dont la somme ne donne pas son total, ou le client dont la part diffère du grand livre. Trouvez pourquoi. Supprimez ce jour et tous les suivants de la table « revenue_days » : leurs sommes sont refaites dans l’heure.',
  },
};
