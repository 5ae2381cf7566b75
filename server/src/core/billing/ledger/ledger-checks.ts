/** What each check of the ledger promises, in French; in English the check is called by its promise. */
export const frenchChecks = {
  'every transfer has two sides that exist': 'chaque transfert a deux côtés qui existent',
  'all ledger accounts together are zero': 'tous les comptes du grand livre ensemble font zéro',
  'every balance equals its transfers and is not below zero': "chaque solde égale ses transferts et n'est pas sous zéro",
  'every transfer tells the balance that it left': "chaque transfert dit le solde qu'il a laissé",
  'every charge for use equals its server-hours, and every server-hour was charged':
    "chaque facturation d'utilisation égale ses heures de serveur, et chaque heure de serveur a été facturée",
  'every refund of an hour equals its record and none is more than was charged':
    'chaque heure rendue égale son inscription, et aucune ne dépasse ce qui avait été facturé',
  'the money of every card payment is credit and tax, once, and no other money came by card':
    "l'argent de chaque paiement par carte est du crédit et des taxes, une fois, et aucun autre n'est venu par carte",
  'money that went back to a card was taken from credit, revenue and tax, and what we gave never exceeds its payment':
    "l'argent revenu à une carte a été pris au crédit, aux revenus et aux taxes, et ce que nous avons rendu ne dépasse jamais son paiement",
  'what banks took back and nobody made good is a loss of the house, refund by refund':
    "ce que des banques ont repris et que personne n'a compensé est une perte de la maison, remboursement par remboursement",
  'every prepaid term was paid once from what its card had bought':
    'chaque terme prépayé a été payé une fois avec ce que sa carte avait acheté',
  'every card payment and refund has its documents, of its amount':
    'chaque paiement par carte et chaque remboursement a ses pièces, de son montant',
  'the numbers of documents follow each other without a gap': 'les numéros des pièces se suivent sans trou',
  'every statement is what moved in its month': 'chaque relevé est ce qui a bougé dans son mois',
} as const;

export type LedgerCheckName = keyof typeof frenchChecks;
