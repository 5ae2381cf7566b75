import type { en } from '../en/operator-accounts-dialogs.ts';

export const fr: typeof en = {
  giveCreditAbout: 'Aucune taxe n’est ajoutée et aucune carte n’est débitée. La raison figure dans les transactions du client.',
  takeCreditAbout: 'Jamais plus que le solde. La raison figure dans les transactions du client.',
  creditAs: 'Nature du crédit',
  creditGiven: (amount) => `C’est fait. Le crédit est maintenant de ${amount}.`,
  forServer: 'Serveur concerné',
  budgetAbout: 'Laissez vide pour lever une limite. Les serveurs qui la dépassent sont mis en hibernation à la fin de leur heure payée.',
  monthlyLimit: 'Limite par mois, $ CA',
  dailyLimit: 'Limite par jour, $ CA',
  budgetSet: 'Le budget est enregistré.',
  hibernationAbout:
    'Les disques de ses serveurs en hibernation occupent les hôtes, et personne ne les paie. À la limite, ses membres ne peuvent plus mettre de serveur en hibernation ; ceux que le crédit ou un budget ne couvre plus le sont quand même.',
  limitOfAll: 'La limite de tous les comptes',
  hibernationLimit: 'Sa propre limite, en Go',
  hibernationHint: 'Laissez vide pour ne pas limiter.',
  hibernationSet: 'La limite a été enregistrée.',
  suspendTitle: (name) => `Suspendre ${name}`,
  suspendAbout:
    'Plus rien ne peut être acheté, déployé ni démarré. Les serveurs facturés à l’heure sont mis en hibernation à la fin de l’heure payée ; les périodes payées vont jusqu’à leur terme. Rien n’est supprimé, et vous pouvez réactiver le compte en tout temps.',
  suspendReason: 'Les membres du compte la reçoivent par courriel.',
  suspendDone: 'Le compte est suspendu.',
  reactivateTitle: (name) => `Réactiver ${name}`,
  reactivateAbout:
    'Le compte peut de nouveau dépenser. Rien ne redémarre automatiquement : ses membres reprennent les serveurs dont ils ont besoin, et un courriel les en avise.',
  reactivateDone: 'Le compte peut de nouveau dépenser.',
  writeAbout: 'Ouvre un billet, qu’ils reçoivent dans la console et par courriel.',
  subject: 'Sujet',
  message: 'Message',
  writeDone: 'Le billet est ouvert.',
  send: 'Envoyer',
};
