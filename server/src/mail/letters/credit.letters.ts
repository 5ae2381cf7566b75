import { letter } from '../letter.ts';

/** What happens to credit, budgets and cards. */
export const creditLetters = {
  low_credit: letter('low_credit', {
    en: ({ data, links, say }) => ({
      subject: data.hours === 1 ? 'Your credit lasts less than an hour' : `Your credit lasts less than ${data.hours} hours`,
      paragraphs: [
        `The balance is ${say.cadNumber(data.balanceCad)}. At the present rate it is used up in less than ${data.hours === 1 ? 'an hour' : `${data.hours} hours`}.`,
        'Servers whose next hour is not covered are hibernated: they keep their data, give up their address and are billed no more. Add credit to keep them running.',
      ],
      action: { label: 'Add credit', url: links.addCredits },
    }),
    fr: ({ data, links, say }) => ({
      subject: data.hours === 1 ? 'Votre crédit dure moins d’une heure' : `Votre crédit dure moins de ${data.hours} heures`,
      paragraphs: [
        `Le solde est de ${say.cadNumber(data.balanceCad)}. Au rythme actuel, il sera épuisé dans moins ${data.hours === 1 ? 'd’une heure' : `de ${data.hours} heures`}.`,
        'Un serveur dont la prochaine heure n’est pas couverte est mis en hibernation : il garde ses données, perd son adresse et n’est plus facturé. Ajoutez du crédit pour qu’il continue de fonctionner.',
      ],
      action: { label: 'Ajouter du crédit', url: links.addCredits },
    }),
  }),

  credit_exhausted: letter('credit_exhausted', {
    en: ({ data, links }) => ({
      subject: `${data.serverName} is being hibernated: no credit left`,
      paragraphs: [
        `The credit does not cover the next hour of ${data.serverName}, so it is being hibernated. It keeps its data, its address is released, and nothing more is billed.`,
        'Add credit, then restore the server in the console or through the API.',
      ],
      action: { label: 'Add credit', url: links.addCredits },
    }),
    fr: ({ data, links }) => ({
      subject: `Mise en hibernation de ${data.serverName} : crédit épuisé`,
      paragraphs: [
        `Le crédit ne couvre pas la prochaine heure de ${data.serverName}, qui est donc mis en hibernation. Il garde ses données, son adresse est libérée et rien n’est plus facturé.`,
        'Ajoutez du crédit, puis restaurez le serveur dans la console ou par l’API.',
      ],
      action: { label: 'Ajouter du crédit', url: links.addCredits },
    }),
  }),

  budget_reached: letter('budget_reached', {
    en: ({ data, links }) => ({
      subject: `${data.serverName} is being hibernated: a budget is reached`,
      paragraphs: [
        `The next hour of ${data.serverName} would pass a budget that you have set, so it is being hibernated. It keeps its data, its address is released, and nothing more is billed. New deployments are refused meanwhile.`,
        'Raise the limit or wait for the next period, then restore the server. Nothing starts again by itself.',
      ],
      action: { label: 'See the budgets', url: links.budget },
    }),
    fr: ({ data, links }) => ({
      subject: `Mise en hibernation de ${data.serverName} : budget atteint`,
      paragraphs: [
        `La prochaine heure de ${data.serverName} dépasserait un budget que vous avez fixé ; il est donc mis en hibernation. Il garde ses données, son adresse est libérée et rien n’est plus facturé. D’ici là, les nouveaux déploiements sont refusés.`,
        'Relevez la limite ou attendez la prochaine période, puis restaurez le serveur. Rien ne redémarre tout seul.',
      ],
      action: { label: 'Voir les budgets', url: links.budget },
    }),
  }),

  card_declined: letter('card_declined', {
    en: ({ data, links, say }) => ({
      subject: `Your card ending in ${data.cardLast4} was declined`,
      paragraphs: [
        `A charge of ${say.cad(data.amountMicros)} for ${purposes.en[data.purpose]} was declined by the card’s bank. Nothing was charged.`,
        'Check the card with your bank, or save another one and try again.',
      ],
      action: { label: 'See the payment methods', url: links.paymentMethod },
    }),
    fr: ({ data, links, say }) => ({
      subject: `Votre carte se terminant par ${data.cardLast4} a été refusée`,
      paragraphs: [
        `Un paiement de ${say.cad(data.amountMicros)} pour ${purposes.fr[data.purpose]} a été refusé par la banque de la carte. Rien n’a été prélevé.`,
        'Vérifiez la carte auprès de votre banque, ou enregistrez-en une autre et réessayez.',
      ],
      action: { label: 'Voir les moyens de paiement', url: links.paymentMethod },
    }),
  }),

  auto_reload_stopped: letter('auto_reload_stopped', {
    en: ({ data, links }) => ({
      subject: 'Auto-reload is stopped',
      paragraphs: [
        `The saved card was declined ${data.declines} times in a row, so credit is no longer added automatically. Your servers run until the credit is used up, and are then hibernated with their data.`,
        'Save a card that works, then turn auto-reload on again.',
      ],
      action: { label: 'See auto-reload', url: links.autoReload },
    }),
    fr: ({ data, links }) => ({
      subject: 'Le rechargement automatique est arrêté',
      paragraphs: [
        `La carte enregistrée a été refusée ${data.declines} fois de suite ; le crédit n’est donc plus rechargé automatiquement. Vos serveurs fonctionnent jusqu’à l’épuisement du crédit, puis sont mis en hibernation avec leurs données.`,
        'Enregistrez une carte valide, puis réactivez le rechargement automatique.',
      ],
      action: { label: 'Voir le rechargement', url: links.autoReload },
    }),
  }),

  auto_reload_limit: letter('auto_reload_limit', {
    en: ({ data, links, say }) => ({
      subject: 'Auto-reload has reached its monthly limit',
      paragraphs: [
        `Your credit is low, and auto-reload has added ${say.cad(data.reloadedMicros)} this month: one more time would pass your limit of ${say.cad(data.limitMicros)}. It goes on by itself on ${say.date(data.until)}. Until then your servers run on the credit that is left, and are then hibernated with their data.`,
        'To go on before that, raise the limit or add credit yourself.',
      ],
      action: { label: 'See auto-reload', url: links.autoReload },
    }),
    fr: ({ data, links, say }) => ({
      subject: 'Le rechargement automatique a atteint sa limite mensuelle',
      paragraphs: [
        `Votre crédit est bas, et le rechargement automatique a ajouté ${say.cad(data.reloadedMicros)} ce mois-ci : une fois de plus dépasserait votre limite de ${say.cad(data.limitMicros)}. Il reprendra de lui-même le ${say.date(data.until)}. D’ici là, vos serveurs fonctionnent avec le crédit restant, puis sont mis en hibernation avec leurs données.`,
        'Pour continuer avant cette date, relevez la limite ou ajoutez du crédit vous-même.',
      ],
      action: { label: 'Voir le rechargement', url: links.autoReload },
    }),
  }),
} as const;

const purposes = {
  en: { topup: 'a credit purchase', auto_reload: 'an automatic credit reload', order: 'an order', renewal: 'a renewal' },
  fr: { topup: 'un achat de crédit', auto_reload: 'un rechargement automatique', order: 'une commande', renewal: 'un renouvellement' },
} as const;
