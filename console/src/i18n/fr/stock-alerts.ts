import type { en } from '../en/stock-alerts.ts';

export const fr: typeof en = {
  tell: 'M’aviser du retour en stock',
  willTell: (email) => `Nous écrirons à ${email} dès son retour en stock.`,
  cancel: 'Annuler l’alerte',
  set: 'Alerte activée.',
  removed: 'Alerte retirée.',
  title: 'Alertes de stock',
  about:
    'Un seul courriel par alerte, dès qu’une taille épuisée est de nouveau en stock depuis dix minutes. Premier arrivé, premier servi : rien ne vous est réservé.',
  size: 'Taille',
  region: 'Région',
  since: 'Activée',
  actions: 'Actions',
  remove: 'Retirer',
  removeOf: (name) => `Retirer l’alerte pour ${name}`,
  noneTitle: 'Aucune alerte de stock',
  noneText: 'Quand une taille est épuisée, vous pouvez activer une alerte sur la page de déploiement.',
  toDeploy: 'Voir ce qui est en stock',
};
