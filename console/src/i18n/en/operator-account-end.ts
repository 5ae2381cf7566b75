/** What a customer may ask for by law, on the operators' page of an account. */
export const en = {
  title: 'Data and closing',
  about: 'For customers who ask for it and cannot do it themselves. First verify who is asking. Everything is recorded in their audit log.',
  closedAt: (time: string) => `Closed ${time}`,
  closedText: 'It can only be viewed. Refund any remaining credit: what was purchased by card to that card; take back the rest.',
  erasedAt: (time: string) => `Personal data erased ${time}`,
  erasedText: 'Invoices, transactions and usage are kept as tax law requires; names remain on invoices only.',
  download: 'Download all data',
  begun: 'The download has started.',
  close: 'Close the account',
  closeTitle: (name: string) => `Close ${name} for good?`,
  closeText:
    'Keys, cards, invitations, automatic renewals and auto-reload end now. Members can still read the account. Nobody can reopen it.',
  noServers: 'It has no servers.',
  deletes: 'These servers are deleted with all data and backups:',
  closed: 'The account is closed.',
  isClosed: 'The account is already closed.',
  erase: 'Erase personal data',
  eraseTitle: 'Erase this customer’s personal data for good?',
  eraseText:
    'Names, addresses, notes, labels, tickets, SSH keys and the details of the audit log are erased, and members without another account can no longer sign in. Invoices keep their billing address.',
  erased: 'The personal data is erased.',
  closeFirst: 'Close the account first.',
  isErased: 'The personal data is already erased.',
};
