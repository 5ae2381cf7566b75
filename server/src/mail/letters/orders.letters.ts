import { declineSentences } from '@boreal/contract/billing/decline-sentences.ts';
import type { Told } from '@boreal/contract/words/language.ts';
import type { RenewalProblem } from '@boreal/contract/account/notices.ts';
import type { Phrases } from '@boreal/contract/words/phrases.ts';
import { refundReasonIn } from '@boreal/contract/billing/refund-reasons.ts';
import { letter } from '../letter.ts';

const cycles = { en: { monthly: 'monthly', annual: 'annual' }, fr: { monthly: 'mensuelle', annual: 'annuelle' } } as const;

/** Prepaid servers, invoices and refunds. */
export const orderLetters = {
  order_placed: letter('order_placed', {
    en: ({ data, links, say }) => ({
      subject: `Your order of ${data.planName} is paid`,
      paragraphs: ['Thank you. The order is paid and the server is being deployed: its address will be in the console in a few minutes.'],
      facts: [
        ['Plan', data.planName],
        ['Term', cycles.en[data.cycle]],
        ['Total, taxes included', say.cad(data.totalMicros)],
        ['Paid until', say.date(data.periodEnd)],
        ['Order', data.orderId],
      ],
      action: { label: 'View order', url: links.order(data.orderId) },
    }),
    fr: ({ data, links, say }) => ({
      subject: `Votre commande de ${data.planName} est payée`,
      paragraphs: [
        'Merci. La commande est payée et le serveur est en cours de déploiement : son adresse sera dans la console dans quelques minutes.',
      ],
      facts: [
        ['Produit', data.planName],
        ['Période', cycles.fr[data.cycle]],
        ['Total, taxes comprises', say.cad(data.totalMicros)],
        ['Payé jusqu’au', say.date(data.periodEnd)],
        ['Commande', data.orderId],
      ],
      action: { label: 'Voir la commande', url: links.order(data.orderId) },
    }),
  }),

  renewal_due: letter('renewal_due', {
    en: ({ data, links, say }) => ({
      subject: data.automatic
        ? `${data.serverName} renews on ${say.date(data.renewsAt)}`
        : `${data.serverName} must be renewed by ${say.date(data.endsAt)}`,
      paragraphs: [
        data.automatic
          ? `Your default card is charged on that day for the next term of ${data.serverName}, which begins when this one ends. You have nothing to do; if you do not want to renew, turn automatic renewal off before then.`
          : `The term of ${data.serverName} ends then and is not renewed automatically. Renew it, or it is hibernated: the system disk is kept, the work disk may be empty when you resume it.`,
      ],
      facts: [
        ...(data.automatic ? [['Charged', say.time(data.renewsAt)] as const] : []),
        ['This term ends', say.time(data.endsAt)],
        ...total.en(data.totalMicros, say),
        ...(data.later ? [[`Total from ${say.time(data.later.from)} on`, say.cad(data.later.totalMicros)] as const] : []),
      ],
      action: { label: data.automatic ? 'View order' : 'Renew', url: links.order(data.orderId) },
    }),
    fr: ({ data, links, say }) => ({
      subject: data.automatic
        ? `${data.serverName} se renouvelle le ${say.date(data.renewsAt)}`
        : `${data.serverName} est à renouveler avant le ${say.date(data.endsAt)}`,
      paragraphs: [
        data.automatic
          ? `Ce jour-là, votre carte par défaut paie la prochaine période de ${data.serverName}, qui commence à la fin de celle-ci. Vous n’avez rien à faire ; si vous n’en voulez pas, désactivez d’ici là le renouvellement automatique.`
          : `La période de ${data.serverName} se termine alors et ne se renouvelle pas automatiquement. Renouvelez-la, sinon le serveur est mis en hibernation : le disque système est conservé, le disque de travail peut être vide à la reprise.`,
      ],
      facts: [
        ...(data.automatic ? [['Débit', say.time(data.renewsAt)] as const] : []),
        ['Fin de cette période', say.time(data.endsAt)],
        ...total.fr(data.totalMicros, say),
        ...(data.later ? [[`Total à partir du ${say.time(data.later.from)}`, say.cad(data.later.totalMicros)] as const] : []),
      ],
      action: { label: data.automatic ? 'Voir la commande' : 'Renouveler', url: links.order(data.orderId) },
    }),
  }),

  renewal_failed: letter('renewal_failed', {
    en: ({ data, links, say }) => ({
      subject:
        data.problem === 'server_error'
          ? `${data.serverName} has failed, and is not renewed for now`
          : `${data.serverName} could not be renewed`,
      paragraphs: [
        `The next term of ${data.serverName} ${data.problem === 'server_error' ? 'is not paid yet' : 'could not be paid'}, and nothing was charged. ${problemIn(data.problem, 'en')}`,
        `${data.triedAgainAt === null ? notRetried(data.problem, 'en') : `We will try again on ${say.time(data.triedAgainAt)}; you can also renew it yourself before then.`} If it is not renewed by ${say.time(data.hibernatesAt)}, it is hibernated then: the system disk is kept, the work disk may be empty when you resume it.`,
      ],
      facts: [...total.en(data.totalMicros, say), ...(data.cardLast4 === null ? [] : [['Card ending in', data.cardLast4] as const])],
      action: { label: 'Renew', url: links.order(data.orderId) },
    }),
    fr: ({ data, links, say }) => ({
      subject:
        data.problem === 'server_error'
          ? `${data.serverName} est en panne, et n’est pas renouvelé pour l’instant`
          : `${data.serverName} n’a pas pu être renouvelé`,
      paragraphs: [
        `La prochaine période de ${data.serverName} ${data.problem === 'server_error' ? 'n’est pas encore payée' : 'n’a pas pu être payée'}, et rien n’a été prélevé. ${problemIn(data.problem, 'fr')}`,
        `${data.triedAgainAt === null ? notRetried(data.problem, 'fr') : `Prochain essai : ${say.time(data.triedAgainAt)} ; vous pouvez aussi renouveler vous-même avant.`} Sans renouvellement d’ici au ${say.time(data.hibernatesAt)}, le serveur est mis en hibernation : le disque système est conservé, le disque de travail peut être vide à la reprise.`,
      ],
      facts: [
        ...total.fr(data.totalMicros, say),
        ...(data.cardLast4 === null ? [] : [['Carte se terminant par', data.cardLast4] as const]),
      ],
      action: { label: 'Renouveler', url: links.order(data.orderId) },
    }),
  }),

  receipt: letter('receipt', {
    en: ({ data, links, say }) => ({
      subject: data.document === 'invoice' ? `Invoice ${data.number}, paid` : `Receipt ${data.number}`,
      paragraphs: [
        `We received ${say.cad(data.totalMicros)}, taxes included. Thank you. The ${data.document} is in the console, also as a PDF; there is nothing left to pay.`,
      ],
      facts: [
        [data.document === 'invoice' ? 'Invoice' : 'Receipt', data.number],
        ['Total, taxes included', say.cad(data.totalMicros)],
      ],
      action: { label: data.document === 'invoice' ? 'View invoice' : 'View receipt', url: links.invoice(data.invoiceId) },
    }),
    fr: ({ data, links, say }) => ({
      subject: data.document === 'invoice' ? `Facture ${data.number}, payée` : `Reçu ${data.number}`,
      paragraphs: [
        `Nous avons reçu ${say.cad(data.totalMicros)}, taxes comprises. Merci. ${data.document === 'invoice' ? 'La facture' : 'Le reçu'} est dans la console, aussi en PDF ; il ne reste rien à payer.`,
      ],
      facts: [
        [data.document === 'invoice' ? 'Facture' : 'Reçu', data.number],
        ['Total, taxes comprises', say.cad(data.totalMicros)],
      ],
      action: { label: data.document === 'invoice' ? 'Voir la facture' : 'Voir le reçu', url: links.invoice(data.invoiceId) },
    }),
  }),

  refunded: letter('refunded', {
    en: ({ data, links, say }) => ({
      subject: `A refund of ${say.cad(data.amountMicros)}`,
      paragraphs: [
        `We refunded ${say.cad(data.amountMicros)} to the card you paid with. It should appear on your statement within a few days. The credit note is in the console.`,
      ],
      facts: [
        ['Credit note', data.number],
        ['Reason', refundReasonIn(data.reason, 'en')],
      ],
      action: { label: 'View credit note', url: links.invoice(data.invoiceId) },
    }),
    fr: ({ data, links, say }) => ({
      subject: `Un remboursement de ${say.cad(data.amountMicros)}`,
      paragraphs: [
        `Nous avons remboursé ${say.cad(data.amountMicros)} sur la carte qui a servi au paiement. Il devrait figurer sur votre relevé d’ici quelques jours. La note de crédit est dans la console.`,
      ],
      facts: [
        ['Note de crédit', data.number],
        ['Motif', refundReasonIn(data.reason, 'fr')],
      ],
      action: { label: 'Voir la note de crédit', url: links.invoice(data.invoiceId) },
    }),
  }),
} as const;

/** The amount that the card will be charged, if known. */
const total = {
  en: (micros: string | null, say: Phrases) => (micros === null ? [] : [['Total, taxes included', say.cad(micros)] as const]),
  fr: (micros: string | null, say: Phrases) => (micros === null ? [] : [['Total, taxes comprises', say.cad(micros)] as const]),
} as const;

/** Why the term could not be paid, and what to do about it. */
function problemIn(problem: RenewalProblem, language: 'en' | 'fr'): string {
  return problems[problem][language];
}

const problems: Readonly<Record<RenewalProblem, Told>> = {
  ...declineSentences,
  no_card: { en: 'No card is saved: add one.', fr: 'Il n’y a pas de carte enregistrée : ajoutez-en une.' },
  no_address: {
    en: 'The account has no address, which determines the taxes: add it to the profile.',
    fr: 'Il manque l’adresse du compte, dont dépendent les taxes : ajoutez-la au profil.',
  },
  not_sold: {
    en: 'This plan is no longer sold for such a term: deploy another server and move your data before the term ends, or contact support.',
    fr: 'Ce produit n’est plus vendu pour une telle période : déployez un autre serveur et déplacez vos données avant la fin de la période, ou écrivez au soutien.',
  },
  suspended: {
    en: 'The account is suspended: contact support to have it reactivated.',
    fr: 'Le compte est suspendu : écrivez au soutien pour le faire réactiver.',
  },
  server_error: {
    en: 'The server has failed, and you do not pay for another term of a server that you cannot use.',
    fr: 'Le serveur est en panne, et vous ne payez pas une nouvelle période d’un serveur que vous ne pouvez pas utiliser.',
  },
};

/** What happens next if no other attempt is planned. */
function notRetried(problem: RenewalProblem, language: 'en' | 'fr'): string {
  return (problem === 'server_error' ? onceItWorks : noMoreTries)[language];
}

const onceItWorks: Told = {
  en: 'It is renewed automatically as soon as the server works again, if that is before the end of the term; you can also renew it yourself.',
  fr: 'Il est renouvelé automatiquement dès qu’il fonctionne de nouveau, si c’est avant la fin de la période ; vous pouvez aussi le renouveler vous-même.',
};

const noMoreTries: Told = {
  en: 'It will not be retried automatically.',
  fr: 'Il n’y aura pas d’autre essai automatique.',
};
