import type { en } from '../en/operator-prices.ts';

export const fr: typeof en = {
  hourly: 'Par heure',
  monthly: 'Par mois',
  annual: 'Par mois, payé à l’année',
  validFrom: 'À partir de',
  withdrawn: 'Retiré',
  notYet: 'Pas encore en vigueur',
};
