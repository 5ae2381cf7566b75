/** Taking all data of an account along. */
export const en = {
  title: 'Your data',
  about:
    'Download everything in this account as one JSON file: servers and their activity, transactions, documents, orders, members, key names, tickets and the audit log. It contains no secrets.',
  download: 'Download all data',
  begun: 'The download has started. We also told you by email.',
  close: 'Close the account…',
};
