import type { en } from '../en/operator-tickets.ts';

export const fr: typeof en = {
  title: 'Billets',
  about: 'Les demandes des clients, les plus récentes d’abord.',
  none: 'Aucun billet',
  search: 'Chercher par objet, compte ou identifiant',
  noneText: 'Choisissez un autre état, ou cherchez une partie de l’objet ou du nom du compte.',
  subject: 'Objet',
  updated: 'Dernière mise à jour',
  ticketStatus: {
    open: 'Nouveau',
    waiting_for_customer: 'En attente du client',
    waiting_for_operator: 'En attente de notre réponse',
    closed: 'Fermé',
  },
  from: { customer: 'Client', operator: 'Nous' },
  messages: 'Échanges',
  answer: 'Votre réponse',
  answerHint: 'Le client la reçoit dans la console et par courriel. Ne demandez jamais un mot de passe ni une clé.',
  send: 'Envoyer la réponse',
  sent: 'Réponse envoyée.',
  closeTicket: 'Fermer le billet',
  closeAbout: 'Le client est averti. S’il répond, le billet est rouvert.',
  closedNow: 'Le billet est fermé.',
  isClosed: 'Ce billet est déjà fermé.',
  aboutServer: 'Serveur concerné',
};
