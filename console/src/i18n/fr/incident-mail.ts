import type { en } from '../en/incident-mail.ts';

export const fr: typeof en = {
  title: 'Incidents par courriel',
  about: (email) =>
    `Les nouvelles des incidents et de la maintenance prévue, et ce que vous devez savoir d’autre, envoyées à ${email}. Ce réglage vous est propre et vaut pour tous vos comptes.`,
  label: 'M’envoyer des courriels',
  subscribed: 'L’abonnement est enregistré.',
  unsubscribed: 'L’abonnement est terminé.',
};
