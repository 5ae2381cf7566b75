import type { en } from '../en/incident-mail.ts';

export const fr: typeof en = {
  title: 'L’état du service par courriel',
  about: (email) =>
    `Les incidents, la maintenance prévue et les annonces importantes, envoyés à ${email}. Ce réglage vous est propre et vaut pour tous vos comptes.`,
  label: 'M’envoyer des courriels',
  subscribed: 'L’abonnement est enregistré.',
  unsubscribed: 'L’abonnement est terminé.',
};
