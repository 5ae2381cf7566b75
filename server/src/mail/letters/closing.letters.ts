import { letter } from '../letter.ts';

/** The closing of an account, for its members and for operators. */
export const closingLetters = {
  account_closed: letter('account_closed', {
    en: ({ data, links, say }) => ({
      subject: `Your account ${data.accountName} is closed`,
      paragraphs: [
        `${data.by ?? 'Support'} closed the account “${data.accountName}”. Its servers and backups are deleted, and its API keys, agent keys, cards and invitations no longer work. This cannot be undone.`,
        'You can still sign in to read it and to download invoices.',
        ...(data.balanceMicros === '0'
          ? []
          : [
              'Credit is left. We refund what was purchased by card to that card, and write to you if we need to know more. Promotional credit is not paid out.',
            ]),
      ],
      facts: [
        ['Servers deleted', String(data.servers)],
        ['Credit left', say.cad(data.balanceMicros)],
      ],
      action: { label: 'See invoices', url: links.invoices },
    }),
    fr: ({ data, links, say }) => ({
      subject: `Votre compte ${data.accountName} est fermé`,
      paragraphs: [
        `${data.by ?? 'Le soutien'} a fermé le compte « ${data.accountName} ». Ses serveurs et leurs sauvegardes sont supprimés ; ses clés API, ses clés d’agents, ses cartes et ses invitations ne fonctionnent plus. C’est définitif.`,
        'Vous pouvez toujours vous connecter pour le consulter et télécharger les factures.',
        ...(data.balanceMicros === '0'
          ? []
          : [
              'Il reste du crédit. Nous remboursons sur votre carte ce qui a été acheté avec elle, et nous vous écrirons s’il nous manque une information. Le crédit promotionnel n’est pas versé.',
            ]),
      ],
      facts: [
        ['Serveurs supprimés', String(data.servers)],
        ['Crédit restant', say.cad(data.balanceMicros)],
      ],
      action: { label: 'Voir les factures', url: links.invoices },
    }),
  }),

  account_closed_with_credit: letter('account_closed_with_credit', {
    en: ({ data, links, say }) => ({
      subject: `${data.accountName} closed its account with credit left`,
      paragraphs: [
        'Refund to the card what was purchased with it, then take back the rest, such as promotional credit. The personal data of the account can be erased once no credit is left.',
      ],
      facts: [
        ['Account', data.accountId],
        ['Credit left', say.cad(data.balanceMicros)],
      ],
      action: { label: 'Open the account', url: links.operatorAccount(data.accountId) },
    }),
    fr: ({ data, links, say }) => ({
      subject: `${data.accountName} a fermé son compte avec du crédit restant`,
      paragraphs: [
        'Remboursez sur la carte ce qui a été acheté avec elle, puis reprenez le reste, comme le crédit promotionnel. Les données personnelles du compte peuvent être effacées quand il ne reste plus de crédit.',
      ],
      facts: [
        ['Compte', data.accountId],
        ['Crédit restant', say.cad(data.balanceMicros)],
      ],
      action: { label: 'Ouvrir le compte', url: links.operatorAccount(data.accountId) },
    }),
  }),
} as const;
