import type * as english from '../en/subscription.ts';

export const subscription: typeof english.subscription = {
  title: 'L’état du service par courriel',
  lead: 'Recevez un courriel au sujet des incidents, de la maintenance prévue et des annonces importantes. Vous pouvez vous désabonner en tout temps.',
  email: 'Adresse de courriel',
  subscribe: 'S’abonner',
  notAnAddress: 'Ce n’est pas une adresse de courriel. Entrez-en une comme dev@example.com.',
  askedTitle: 'Consultez vos courriels',
  asked: (email: string) => `Nous envoyons un lien à ${email}. Ouvrez-le pour confirmer ; il fonctionne pendant un jour.`,
  askedNothing:
    'Si rien n’arrive d’ici quelques minutes, regardez dans vos pourriels. Une adresse ne reçoit que quelques liens de ce genre par semaine.',
  confirmTitle: 'Confirmez votre abonnement',
  confirm: (email: string) => `Nous écrirons à ${email} au sujet des incidents, de la maintenance prévue et des annonces importantes.`,
  confirmButton: 'Confirmer',
  confirmedTitle: 'L’abonnement est confirmé',
  confirmed: (email: string) =>
    `Nous écrirons désormais à ${email} au sujet des incidents, de la maintenance prévue et des annonces importantes. Chaque courriel contient un lien pour se désabonner.`,
  stopTitle: 'Se désabonner',
  stop: {
    'stop incident mail': 'Vous ne recevrez plus de courriels sur les incidents, la maintenance prévue et les annonces.',
    'stop stock alerts': 'Vous ne recevrez plus de courriels de retour en stock.',
  },
  stopButton: 'Se désabonner',
  stoppedTitle: 'L’abonnement est terminé',
  stopped: {
    'stop incident mail': 'Nous n’envoyons plus de courriels à cette adresse sur les incidents, la maintenance prévue et les annonces.',
    'stop stock alerts': 'Vous n’avez plus d’alertes de stock.',
  },
  linkTitle: 'Ce lien ne fonctionne pas',
  toStatus: 'Aller à la page d’état',
};
