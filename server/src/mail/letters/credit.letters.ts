import { declineSentences } from '@boreal/contract/billing/decline-sentences.ts';
import { AUTO_RELOAD_DECLINES_MAX } from '@boreal/contract/billing/payments.ts';
import { letter } from '../letter.ts';
import { hibernation } from './hibernation.ts';

/** What happens to credit, budgets and cards. */
export const creditLetters = {
  low_credit: letter('low_credit', {
    en: ({ data, links, say }) => ({
      subject: data.hours === 1 ? 'Your credit runs out in less than an hour' : `Your credit runs out in less than ${data.hours} hours`,
      paragraphs: [
        `The balance is ${say.cadNumber(data.balanceCad)}. At the current rate it is used up in less than ${data.hours === 1 ? 'an hour' : `${data.hours} hours`}.`,
        data.autoReload
          ? 'Auto-reload is on and adds credit before that, as long as the card works and its monthly limit allows. Otherwise, servers whose next hour is not covered are hibernated. Their system disks are kept; work disks may be empty when you resume them.'
          : 'Servers whose next hour is not covered are hibernated: they release their address and are no longer billed. Their system disks are kept; work disks may be empty when you resume them. Add credit to keep them running.',
      ],
      action: data.autoReload ? { label: 'View auto-reload', url: links.autoReload } : { label: 'Add credit', url: links.addCredits },
    }),
    fr: ({ data, links, say }) => ({
      subject: data.hours === 1 ? 'Il reste du crédit pour moins d’une heure' : `Il reste du crédit pour moins de ${data.hours} heures`,
      paragraphs: [
        `Le solde est de ${say.cadNumber(data.balanceCad)}. Au coût actuel, il sera épuisé dans moins ${data.hours === 1 ? 'd’une heure' : `de ${data.hours} heures`}.`,
        data.autoReload
          ? 'Le rechargement automatique est activé et ajoute du crédit avant cela, tant que la carte fonctionne et que sa limite mensuelle le permet. Sinon, un serveur dont la prochaine heure n’est pas couverte est mis en hibernation. Son disque système est conservé ; son disque de travail peut être vide à la reprise.'
          : 'Un serveur dont la prochaine heure n’est pas couverte est mis en hibernation : il libère son adresse et n’est plus facturé. Son disque système est conservé ; son disque de travail peut être vide à la reprise. Ajoutez du crédit pour qu’il continue de fonctionner.',
      ],
      action: data.autoReload
        ? { label: 'Voir le rechargement', url: links.autoReload }
        : { label: 'Ajouter du crédit', url: links.addCredits },
    }),
  }),

  credit_exhausted: letter('credit_exhausted', {
    en: ({ data, links }) => {
      const { subject, what, list } = hibernation.en(data, 'no credit left');
      return {
        subject,
        paragraphs: [
          `The credit does not cover the next hour of ${what}`,
          'Add credit, then resume the servers you need, in the console or through the API.',
        ],
        list,
        action: { label: 'Add credit', url: links.addCredits },
      };
    },
    fr: ({ data, links }) => {
      const { subject, what, list } = hibernation.fr(data, 'crédit épuisé');
      return {
        subject,
        paragraphs: [
          `Le crédit ne couvre pas la prochaine heure de ${what}`,
          'Ajoutez du crédit, puis reprenez les serveurs dont vous avez besoin, dans la console ou par l’API.',
        ],
        list,
        action: { label: 'Ajouter du crédit', url: links.addCredits },
      };
    },
  }),

  budget_reached: letter('budget_reached', {
    en: ({ data, links }) => {
      const { subject, what, list } = hibernation.en(data, 'a budget is reached');
      const one = list.length === 0;
      return {
        subject,
        paragraphs: [
          `A budget of the account or the ${one ? 'server' : 'servers'}, or a limit of the agent key that launched ${one ? 'it' : 'them'}, does not allow the next hour of ${what}`,
          'Raise the limit or wait for the next period, then resume the servers you need: nothing restarts automatically. Until then, anything that would exceed the same limit is refused.',
        ],
        list,
        action: { label: 'View budgets', url: links.budget },
      };
    },
    fr: ({ data, links }) => {
      const { subject, what, list } = hibernation.fr(data, 'budget atteint');
      const one = list.length === 0;
      return {
        subject,
        paragraphs: [
          `Un budget du compte ou ${one ? 'du serveur' : 'des serveurs'}, ou une limite de la clé d’agent qui ${one ? 'l’a lancé' : 'les a lancés'}, ne permet pas la prochaine heure de ${what}`,
          'Relevez la limite ou attendez la prochaine période, puis reprenez les serveurs dont vous avez besoin : rien ne redémarre automatiquement. D’ici là, ce qui dépasserait la même limite est refusé.',
        ],
        list,
        action: { label: 'Voir les budgets', url: links.budget },
      };
    },
  }),

  card_declined: letter('card_declined', {
    en: ({ data, links, say }) => ({
      subject: `Your card ending in ${data.cardLast4} was not charged`,
      paragraphs: [
        `A charge of ${say.cad(data.amountMicros)} for ${purposes.en[data.purpose]} did not go through, so nothing was taken. ${outcomes.en[data.purpose]}`,
        declineSentences[data.reason].en,
      ],
      action: { label: 'View payment methods', url: links.paymentMethod },
    }),
    fr: ({ data, links, say }) => ({
      subject: `Votre carte se terminant par ${data.cardLast4} n’a pas été débitée`,
      paragraphs: [
        `Un paiement de ${say.cad(data.amountMicros)} pour ${purposes.fr[data.purpose]} n’a pas abouti : rien n’a été prélevé. ${outcomes.fr[data.purpose]}`,
        declineSentences[data.reason].fr,
      ],
      action: { label: 'Voir les moyens de paiement', url: links.paymentMethod },
    }),
  }),

  auto_reload_stopped: letter('auto_reload_stopped', {
    en: ({ data, links }) => ({
      subject: 'Auto-reload has stopped',
      paragraphs: [
        `The saved card was declined ${data.declines} times in a row, so credit is no longer added automatically. Your servers run until the credit is used up, then hibernate: their system disks are kept, and work disks may be empty when you resume them.`,
        'Save a card that works, then turn auto-reload back on.',
      ],
      action: { label: 'View auto-reload', url: links.autoReload },
    }),
    fr: ({ data, links }) => ({
      subject: 'Le rechargement automatique est arrêté',
      paragraphs: [
        `La carte enregistrée a été refusée ${data.declines} fois de suite ; le crédit n’est donc plus rechargé automatiquement. Vos serveurs fonctionnent jusqu’à l’épuisement du crédit, puis sont mis en hibernation : leur disque système est conservé, et leur disque de travail peut être vide à la reprise.`,
        'Enregistrez une carte valide, puis réactivez le rechargement automatique.',
      ],
      action: { label: 'Voir le rechargement', url: links.autoReload },
    }),
  }),

  refund_failed: letter('refund_failed', {
    en: ({ data, links, say }) => ({
      subject: 'A refund did not reach your card',
      paragraphs: [
        `Your bank returned our refund of ${say.cad(data.amountMicros)}. ${backInCredit.en(data.creditMicros, say.cad(data.creditMicros))}`,
        'If the card is closed or has changed, contact support and say how you would like to be refunded.',
      ],
      action: { label: 'View billing', url: links.billing },
    }),
    fr: ({ data, links, say }) => ({
      subject: 'Un remboursement n’a pas pu atteindre votre carte',
      paragraphs: [
        `Votre banque nous a retourné le remboursement de ${say.cad(data.amountMicros)}. ${backInCredit.fr(data.creditMicros, say.cad(data.creditMicros))}`,
        'Si la carte est fermée ou a changé, écrivez au soutien et dites comment vous souhaitez être remboursé.',
      ],
      action: { label: 'Voir la facturation', url: links.billing },
    }),
  }),

  payment_disputed: letter('payment_disputed', {
    en: ({ data, links, say }) => ({
      subject: `Your bank took back a payment of ${say.cad(data.amountMicros)}`,
      paragraphs: [
        `Your card’s bank took this payment back after it was disputed. ${takenFromCredit.en(data.creditMicros, say.cad(data.creditMicros))} Auto-reload and automatic renewals, if they were on, have stopped.`,
        'If the payment was yours, ask your bank to withdraw the dispute and contact support: the credit comes back when the bank returns the money. If it was not, contact support immediately.',
      ],
      facts: [['Credit note', data.number]],
      action: { label: 'View credit note', url: links.invoice(data.invoiceId) },
    }),
    fr: ({ data, links, say }) => ({
      subject: `Votre banque a repris un paiement de ${say.cad(data.amountMicros)}`,
      paragraphs: [
        `La banque de votre carte a repris ce paiement, qui a été contesté. ${takenFromCredit.fr(data.creditMicros, say.cad(data.creditMicros))} Le rechargement et les renouvellements automatiques, s’ils étaient activés, sont arrêtés.`,
        'Si le paiement était bien le vôtre, demandez à votre banque de retirer la contestation et écrivez au soutien : le crédit revient quand la banque rend l’argent. Sinon, écrivez tout de suite au soutien.',
      ],
      facts: [['Note de crédit', data.number]],
      action: { label: 'Voir la note de crédit', url: links.invoice(data.invoiceId) },
    }),
  }),

  dispute_to_answer: letter('dispute_to_answer', {
    en: ({ data, links, say }) => ({
      subject: `A bank took back ${say.cad(data.amountMicros)} from ${data.accountName}`,
      paragraphs: [
        'The cardholder disputes this payment. Answer in your payment provider’s dashboard before its deadline: a dispute that nobody answers is lost. If you win, the money and the credit come back automatically.',
        ...(data.termEndsAt === null
          ? []
          : [
              `It paid for a term, and that server runs until ${say.date(data.termEndsAt)}, paid or not. If you suspect fraud, suspend the account.`,
            ]),
        'Auto-reload and automatic renewals of the account have stopped.',
      ],
      facts: [
        ['Account', data.accountId],
        ['Payment', data.paymentId],
        ['Dispute', data.disputeRef],
        ['Credit taken back', say.cad(data.creditMicros)],
      ],
      action: { label: 'Open the account', url: links.operatorAccount(data.accountId) },
    }),
    fr: ({ data, links, say }) => ({
      subject: `Une banque a repris ${say.cad(data.amountMicros)} à ${data.accountName}`,
      paragraphs: [
        'Le titulaire de la carte conteste ce paiement. Répondez dans le tableau de bord de votre fournisseur de paiement avant l’échéance : une contestation sans réponse est perdue. Si vous l’emportez, l’argent et le crédit reviennent automatiquement.',
        ...(data.termEndsAt === null
          ? []
          : [
              `Il a payé une période, et ce serveur fonctionne jusqu’au ${say.date(data.termEndsAt)}, payé ou non. Si vous soupçonnez une fraude, suspendez le compte.`,
            ]),
        'Le rechargement et les renouvellements automatiques du compte sont arrêtés.',
      ],
      facts: [
        ['Compte', data.accountId],
        ['Paiement', data.paymentId],
        ['Contestation', data.disputeRef],
        ['Crédit repris', say.cad(data.creditMicros)],
      ],
      action: { label: 'Ouvrir le compte', url: links.operatorAccount(data.accountId) },
    }),
  }),

  auto_reload_limit: letter('auto_reload_limit', {
    en: ({ data, links, say }) => ({
      subject: 'Auto-reload has reached its monthly limit',
      paragraphs: [
        `Your credit is low, and auto-reload has added ${say.cad(data.reloadedMicros)} this month: one more purchase would exceed your limit of ${say.cad(data.limitMicros)}. It resumes automatically on ${say.date(data.until)}. Until then, your servers run on the remaining credit, then hibernate: their system disks are kept, and work disks may be empty when you resume them.`,
        'To keep going before then, raise the limit or add credit yourself.',
      ],
      action: { label: 'View auto-reload', url: links.autoReload },
    }),
    fr: ({ data, links, say }) => ({
      subject: 'Le rechargement automatique a atteint sa limite mensuelle',
      paragraphs: [
        `Votre crédit est bas, et le rechargement automatique a ajouté ${say.cad(data.reloadedMicros)} ce mois-ci : un achat de plus dépasserait votre limite de ${say.cad(data.limitMicros)}. Il reprendra automatiquement le ${say.date(data.until)}. D’ici là, vos serveurs fonctionnent avec le crédit restant, puis sont mis en hibernation : leur disque système est conservé, et leur disque de travail peut être vide à la reprise.`,
        'Pour continuer avant cette date, relevez la limite ou ajoutez du crédit vous-même.',
      ],
      action: { label: 'Voir le rechargement', url: links.autoReload },
    }),
  }),
} as const;

const backInCredit = {
  en: (micros: string, amount: string) => (micros === '0' ? '' : `${amount} is back in your account’s credit.`),
  fr: (micros: string, amount: string) => (micros === '0' ? '' : `${amount} sont de nouveau au crédit de votre compte.`),
} as const;

const takenFromCredit = {
  en: (micros: string, amount: string) => (micros === '0' ? 'Your credit has not changed.' : `${amount} was taken from your credit.`),
  fr: (micros: string, amount: string) => (micros === '0' ? 'Votre crédit n’a pas changé.' : `${amount} ont été retirés de votre crédit.`),
} as const;

const purposes = {
  en: { topup: 'a credit purchase', auto_reload: 'an automatic credit reload', order: 'an order', renewal: 'a renewal' },
  fr: { topup: 'un achat de crédit', auto_reload: 'un rechargement automatique', order: 'une commande', renewal: 'un renouvellement' },
} as const;

/** What follows from a failed charge. */
const outcomes = {
  en: {
    topup: 'No credit was added.',
    auto_reload: `No credit was added. While the credit stays low it is tried again every hour; after ${AUTO_RELOAD_DECLINES_MAX} declines in a row auto-reload stops.`,
    order: 'The order is cancelled and no server was deployed: order it again once the card works.',
    renewal: 'The term was not renewed.',
  },
  fr: {
    topup: 'Aucun crédit n’a été ajouté.',
    auto_reload: `Aucun crédit n’a été ajouté. Tant que le crédit reste bas, un nouvel essai a lieu chaque heure ; après ${AUTO_RELOAD_DECLINES_MAX} refus de suite, le rechargement automatique s’arrête.`,
    order: 'La commande est annulée et aucun serveur n’a été déployé : commandez-le de nouveau quand la carte fonctionnera.',
    renewal: 'La période n’a pas été renouvelée.',
  },
} as const;
