import type { en } from '../en/spend.ts';

export const fr: typeof en = {
  title: 'Dépenses quotidiennes, 30 derniers jours',
  servers: 'Serveurs à l’heure',
  backups: 'Sauvegardes',
  orders: 'Périodes prépayées',
  refunds: 'Remboursé',
  day: 'Jour',
  total: 'Total',
};
