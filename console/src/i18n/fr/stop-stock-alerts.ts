import type { en } from '../en/stop-stock-alerts.ts';

export const fr: typeof en = {
  title: 'Arrêter les alertes de stock',
  text: 'Vous ne recevrez plus de courriels de retour en stock, pour aucun de vos comptes.',
  stop: 'Arrêter toutes mes alertes',
  stopped: 'C’est fait. Vous n’avez plus d’alertes de stock.',
  noToken: 'Ce lien est incomplet. Connectez-vous pour voir vos alertes de stock.',
};
