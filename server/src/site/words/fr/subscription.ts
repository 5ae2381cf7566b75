import type * as english from '../en/subscription.ts';

export const subscription: typeof english.subscription = {
  title: 'Les incidents par courriel',
  lead: 'Recevez un courriel quand nous signalons un incident, quand il y a du nouveau, quand nous prévoyons une maintenance et quand vous devez savoir autre chose. Vous pouvez vous désabonner à tout moment.',
  email: 'Adresse de courriel',
  subscribe: 'S’abonner',
  notAnAddress: 'Ce n’est pas une adresse de courriel. Écrivez-en une comme dev@example.com.',
  askedTitle: 'Consultez vos courriels',
  asked: (email: string) => `Nous envoyons un lien à ${email}. Ouvrez-le pour confirmer ; il fonctionne pendant un jour.`,
  askedNothing:
    'Si rien n’arrive d’ici quelques minutes, regardez dans vos pourriels. Une adresse ne reçoit que quelques liens de ce genre par semaine.',
  confirmTitle: 'Confirmez votre abonnement',
  confirm: (email: string) => `Nous écrirons à ${email} quand il y aura du nouveau sur un incident ou une maintenance prévue.`,
  confirmButton: 'Confirmer',
  confirmedTitle: 'L’abonnement est confirmé',
  confirmed: (email: string) => `Nous écrirons à ${email} dès le prochain incident. Chaque courriel contient un lien pour se désabonner.`,
  stopTitle: 'Se désabonner',
  stop: {
    'stop incident mail': 'Vous ne recevrez plus de courriels sur les incidents et la maintenance prévue.',
    'stop stock alerts': 'Vous ne recevrez plus de courriels de retour en stock.',
  },
  stopButton: 'Se désabonner',
  stoppedTitle: 'C’est fait',
  stopped: {
    'stop incident mail': 'Nous n’envoyons plus de courriels sur les incidents et la maintenance prévue à cette adresse.',
    'stop stock alerts': 'Vous n’avez plus d’alertes de stock.',
  },
  linkTitle: 'Ce lien ne fonctionne pas',
  toStatus: 'Aller à la page d’état',
};
