import { letter } from '../letter.ts';

const cycles = { en: { monthly: 'monthly', annual: 'annual' }, fr: { monthly: 'mensuelle', annual: 'annuelle' } } as const;

/** Prepaid servers, invoices and refunds. */
export const orderLetters = {
  order_placed: letter('order_placed', {
    en: ({ data, links, say }) => ({
      subject: `Your order of ${data.planName} is paid`,
      paragraphs: ['Thank you. The order is paid and the server is being deployed.'],
      facts: [
        ['Plan', data.planName],
        ['Term', cycles.en[data.cycle]],
        ['Amount before tax', say.cad(data.amountMicros)],
        ['Paid until', say.date(data.periodEnd)],
        ['Order', data.orderId],
      ],
      action: { label: 'See the order', url: links.order(data.orderId) },
    }),
    fr: ({ data, links, say }) => ({
      subject: `Votre commande de ${data.planName} est payée`,
      paragraphs: ['Merci. La commande est payée et le serveur est en cours de déploiement.'],
      facts: [
        ['Produit', data.planName],
        ['Période', cycles.fr[data.cycle]],
        ['Montant avant taxes', say.cad(data.amountMicros)],
        ['Payé jusqu’au', say.date(data.periodEnd)],
        ['Commande', data.orderId],
      ],
      action: { label: 'Voir la commande', url: links.order(data.orderId) },
    }),
  }),

  renewal_due: letter('renewal_due', {
    en: ({ data, links, say }) => ({
      subject: `${data.serverName} ${data.automatic ? 'renews' : 'must be renewed by'} ${data.automatic ? 'on ' : ''}${say.date(data.renewsAt)}`,
      paragraphs: [
        data.automatic
          ? `The saved card is charged for the next term of ${data.serverName} when this one ends. There is nothing to do; to stop it, cancel the renewal before then.`
          : `The term of ${data.serverName} ends then and is not renewed automatically. Renew it, or it is hibernated and keeps its data.`,
      ],
      facts: [
        ['Ends', say.time(data.renewsAt)],
        ['Amount before tax', say.cad(data.amountMicros)],
      ],
      action: { label: data.automatic ? 'See the order' : 'Renew', url: links.order(data.orderId) },
    }),
    fr: ({ data, links, say }) => ({
      subject: data.automatic
        ? `${data.serverName} se renouvelle le ${say.date(data.renewsAt)}`
        : `${data.serverName} est à renouveler avant le ${say.date(data.renewsAt)}`,
      paragraphs: [
        data.automatic
          ? `À la fin de cette période, la carte enregistrée paie la prochaine période de ${data.serverName}. Vous n’avez rien à faire ; pour l’éviter, annulez le renouvellement d’ici là.`
          : `La période de ${data.serverName} se termine alors et ne se renouvelle pas automatiquement. Renouvelez-la, sinon il est mis en hibernation et garde ses données.`,
      ],
      facts: [
        ['Fin', say.time(data.renewsAt)],
        ['Montant avant taxes', say.cad(data.amountMicros)],
      ],
      action: { label: data.automatic ? 'Voir la commande' : 'Renouveler', url: links.order(data.orderId) },
    }),
  }),

  renewal_failed: letter('renewal_failed', {
    en: ({ data, links, say }) => ({
      subject: `${data.serverName} could not be renewed`,
      paragraphs: [
        `The charge for the next term of ${data.serverName} did not succeed.`,
        `Renew it with a card that works before ${say.time(data.hibernatesAt)}. After that it is hibernated and keeps its data.`,
      ],
      facts: [['Amount before tax', say.cad(data.amountMicros)]],
      action: { label: 'Renew', url: links.order(data.orderId) },
    }),
    fr: ({ data, links, say }) => ({
      subject: `${data.serverName} n’a pas pu être renouvelé`,
      paragraphs: [
        `Le paiement de la prochaine période de ${data.serverName} n’a pas réussi.`,
        `Renouvelez-le avec une carte valide avant cette date : ${say.time(data.hibernatesAt)}. Ensuite, il est mis en hibernation et garde ses données.`,
      ],
      facts: [['Montant avant taxes', say.cad(data.amountMicros)]],
      action: { label: 'Renouveler', url: links.order(data.orderId) },
    }),
  }),

  receipt: letter('receipt', {
    en: ({ data, links, say }) => ({
      subject: `Receipt ${data.number}`,
      paragraphs: [`We received ${say.cad(data.totalMicros)}, taxes included. Thank you. The receipt is in the console, also as PDF.`],
      facts: [
        ['Receipt', data.number],
        ['Total', say.cad(data.totalMicros)],
      ],
      action: { label: 'See the receipt', url: links.invoice(data.invoiceId) },
    }),
    fr: ({ data, links, say }) => ({
      subject: `Reçu ${data.number}`,
      paragraphs: [`Nous avons reçu ${say.cad(data.totalMicros)}, taxes comprises. Merci. Le reçu est dans la console, aussi en PDF.`],
      facts: [
        ['Reçu', data.number],
        ['Total', say.cad(data.totalMicros)],
      ],
      action: { label: 'Voir le reçu', url: links.invoice(data.invoiceId) },
    }),
  }),

  refunded: letter('refunded', {
    en: ({ data, links, say }) => ({
      subject: `A refund of ${say.cad(data.amountMicros)}`,
      paragraphs: [
        `We refunded ${say.cad(data.amountMicros)} to the card that had paid. The bank shows it within a few days. The credit note is in the console.`,
      ],
      facts: [['Credit note', data.number]],
      action: { label: 'See the credit note', url: links.invoice(data.invoiceId) },
    }),
    fr: ({ data, links, say }) => ({
      subject: `Un remboursement de ${say.cad(data.amountMicros)}`,
      paragraphs: [
        `Nous avons remboursé ${say.cad(data.amountMicros)} sur la carte qui avait payé. La banque l’affiche d’ici quelques jours. La note de crédit est dans la console.`,
      ],
      facts: [['Note de crédit', data.number]],
      action: { label: 'Voir la note de crédit', url: links.invoice(data.invoiceId) },
    }),
  }),
} as const;
