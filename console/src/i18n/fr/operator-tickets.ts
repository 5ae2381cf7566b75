import type { en } from '../en/operator-tickets.ts';

export const fr: typeof en = {
  title: 'Billets',
  about: 'Ce que demandent les clients, le plus récent d’abord.',
  none: 'Aucun billet',
  noneText: 'Choisissez un autre état, ou profitez du calme.',
  subject: 'Objet',
  updated: 'Dernier mot',
  ticketStatus: {
    open: 'Nouveau',
    waiting_for_customer: 'Attend le client',
    waiting_for_operator: 'Attend notre réponse',
    closed: 'Fermé',
  },
  from: { customer: 'Client', operator: 'Nous' },
  messages: 'Échanges',
  answer: 'Votre réponse',
  answerHint: 'Le client la lit dans la console et par courriel. Ne demandez jamais un mot de passe ni une clé.',
  send: 'Envoyer la réponse',
  sent: 'La réponse est en route.',
  closeTicket: 'Fermer le billet',
  closeAbout: 'Le client en est averti. S’il écrit encore, le billet se rouvre.',
  closedNow: 'Le billet est fermé.',
  isClosed: 'Il est déjà fermé.',
  aboutServer: 'Au sujet du serveur',
};
