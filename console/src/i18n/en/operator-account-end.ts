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
  isClosed: 'The account is already closed.',
  erase: 'Erase personal data',
  closeFirst: 'Close the account first.',
  isErased: 'The personal data is already erased.',
};
