import { letter } from '../letter.ts';

/** Messages on support tickets, for the other side. */
export const ticketLetters = {
  ticket_answered: letter('ticket_answered', {
    en: ({ data, links }) => ({
      subject: `Support replied: ${data.subject}`,
      paragraphs: ['Support has replied. Answer in the console; email sent to this address is not read.'],
      quote: data.excerpt,
      facts: [['Ticket', data.ticketId]],
      action: { label: 'Read and answer', url: links.ticket(data.ticketId) },
    }),
    fr: ({ data, links }) => ({
      subject: `Réponse du soutien : ${data.subject}`,
      paragraphs: ['Le soutien vous a écrit. Répondez dans la console ; les courriels envoyés à cette adresse ne sont pas lus.'],
      quote: data.excerpt,
      facts: [['Billet', data.ticketId]],
      action: { label: 'Lire et répondre', url: links.ticket(data.ticketId) },
    }),
  }),

  ticket_closed: letter('ticket_closed', {
    en: ({ data, links }) => ({
      subject: `Closed: ${data.subject}`,
      paragraphs: ['Support has closed this ticket. If something isn’t resolved, reply and the ticket reopens.'],
      facts: [['Ticket', data.ticketId]],
      action: { label: 'See the ticket', url: links.ticket(data.ticketId) },
    }),
    fr: ({ data, links }) => ({
      subject: `Fermé : ${data.subject}`,
      paragraphs: ['Le soutien a fermé ce billet. S’il reste quelque chose à régler, répondez : le billet sera rouvert.'],
      facts: [['Billet', data.ticketId]],
      action: { label: 'Voir le billet', url: links.ticket(data.ticketId) },
    }),
  }),

  ticket_opened: letter('ticket_opened', {
    en: ({ data, links }) => ({
      subject: `New ticket from ${data.accountName}: ${data.subject}`,
      paragraphs: [`${data.accountName} has opened a ticket. Answer it in the console or with the operator’s command.`],
      quote: data.excerpt,
      facts: [['Ticket', data.ticketId]],
      action: { label: 'Read and answer', url: links.operatorTicket(data.ticketId) },
    }),
    fr: ({ data, links }) => ({
      subject: `Nouveau billet de ${data.accountName} : ${data.subject}`,
      paragraphs: [`${data.accountName} a ouvert un billet. Répondez-y dans la console ou avec la commande de l’exploitant.`],
      quote: data.excerpt,
      facts: [['Billet', data.ticketId]],
      action: { label: 'Lire et répondre', url: links.operatorTicket(data.ticketId) },
    }),
  }),

  ticket_replied: letter('ticket_replied', {
    en: ({ data, links }) => ({
      subject: `${data.accountName} has replied: ${data.subject}`,
      paragraphs: [`${data.accountName} replied to a ticket and is waiting for an answer.`],
      quote: data.excerpt,
      facts: [['Ticket', data.ticketId]],
      action: { label: 'Read and answer', url: links.operatorTicket(data.ticketId) },
    }),
    fr: ({ data, links }) => ({
      subject: `${data.accountName} a répondu : ${data.subject}`,
      paragraphs: [`${data.accountName} a répondu à un billet et attend une réponse.`],
      quote: data.excerpt,
      facts: [['Billet', data.ticketId]],
      action: { label: 'Lire et répondre', url: links.operatorTicket(data.ticketId) },
    }),
  }),
} as const;
