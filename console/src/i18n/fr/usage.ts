import type { en } from '../en/usage.ts';

export const fr: typeof en = {
  title: 'Utilisation horaire',
  hour: 'Heure',
  rate: 'Tarif',
  compute: 'Serveur',
  backup: 'Sauvegardes',
  refund: 'Remboursé',
  amount: 'Facturé',
  totals: (hours, total) => `${hours} h, ${total} au total`,
  prepaid: 'Ce serveur est payé d’avance par carte, et non à l’heure.',
  terms: 'Commande',
  emptyTitle: 'Aucune utilisation pour l’instant',
  emptyText: 'La première heure est facturée au déploiement et commence dès que le serveur est en marche.',
  budget: 'Budget du serveur',
  spent: 'Dépensé ce mois-ci :',
  ofLimit: (limit) => `sur ${limit}`,
  noLimit: '(sans limite)',
  until: (when) => `Remis à zéro le ${when}, heure de l’Est.`,
  reached:
    'Lorsque la limite est atteinte, le serveur est mis en hibernation à la fin de son heure payée : son disque système est conservé, son disque de travail peut être vide à la reprise.',
  limit: 'Limite mensuelle (CAD)',
  limitHint: 'Laissez vide pour ne fixer aucune limite.',
  save: 'Enregistrer la limite',
  saved: 'La limite est enregistrée.',
  accountBudget: 'Budget du compte',
  mayNot:
    'Votre rôle dans ce compte ne permet pas de modifier les budgets. Adressez-vous à un propriétaire ou à un membre ayant le rôle Facturation.',
};
