import type { en } from '../en/usage.ts';

export const fr: typeof en = {
  title: 'Usage heure par heure',
  hour: 'Heure',
  rate: 'Tarif',
  compute: 'Serveur',
  backup: 'Sauvegardes',
  refund: 'Rendu',
  amount: 'Facturé',
  totals: (hours, total) => `${hours} h, ${total} en tout`,
  prepaid: 'Ce serveur est payé d’avance par carte, et non à l’heure.',
  terms: 'Ses périodes',
  emptyTitle: 'Pas encore d’heures',
  emptyText: 'La première heure est prise au déploiement d’un serveur, et compte dès qu’il tourne.',
  budget: 'Budget de ce serveur',
  spent: 'Dépensé ce mois-ci :',
  ofLimit: (limit) => `sur ${limit}`,
  noLimit: 'sans limite',
  until: (when) => `Il repart de zéro le ${when}, selon le calendrier de l’Est.`,
  reached:
    'Lorsque la limite est atteinte, le serveur est mis en hibernation à la fin de son heure payée : son disque système est conservé, son disque de travail peut être vide à la reprise.',
  limit: 'Limite par mois (CAD)',
  limitHint: 'Vide pour aucune.',
  save: 'Enregistrer la limite',
  saved: 'La limite est enregistrée.',
  accountBudget: 'Budget du compte',
  mayNot: 'Votre rôle dans ce compte ne permet pas de changer les budgets. Demandez à un propriétaire ou à la facturation.',
};
