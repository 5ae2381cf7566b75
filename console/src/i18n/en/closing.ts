/** Closing an account, and what is read in a closed one. */
export const en = {
  title: 'Close the account',
  about: 'Closing is final: nobody can reopen the account.',
  cannot: 'The account cannot be closed yet',
  servers: 'Servers to be deleted',
  serversAbout: 'Deleting destroys each server with all data on its disks and all its backups.',
  noServers: 'The account has no servers.',
  backups: (count: number) => (count === 1 ? '1 backup' : `${count} backups`),
  agree: (count: number) => (count === 1 ? 'Delete this server and its data' : `Delete these ${count} servers and their data`),
  agreeFirst: 'First confirm that these servers will be deleted.',
  blocked: 'Resolve the items above first.',
  ends: 'What ends',
  keys: (api: number, agents: number) =>
    api + agents === 0
      ? 'No API key or agent key is in use.'
      : `${api === 1 ? '1 API key' : `${api} API keys`} and ${agents === 1 ? '1 agent key' : `${agents} agent keys`} stop working immediately. Programs that use them are refused.`,
  sshKeys: (count: number) => `${count === 1 ? '1 public SSH key' : `${count} public SSH keys`} can no longer be used for new servers.`,
  cards: (count: number) =>
    count === 0
      ? 'No card is saved.'
      : `${count === 1 ? '1 card is' : `${count} cards are`} removed, here and at the payment provider, and nothing is charged again.`,
  automatic: 'Auto-reload and automatic renewals end.',
  people: (members: number, invitations: number) =>
    [
      `${members === 1 ? '1 member can' : `${members} members can`} only read the account from then on, and ${members === 1 ? 'keeps' : 'keep'} their own sign-in.`,
      ...(invitations === 0 ? [] : [`${invitations === 1 ? '1 open invitation is' : `${invitations} open invitations are`} withdrawn.`]),
    ].join(' '),
  tickets: (count: number) => `${count === 1 ? '1 open ticket' : `${count} open tickets`} can be read, but you can no longer answer.`,
  stays: 'What stays',
  invoices: (count: number) =>
    count === 0
      ? 'All transactions can still be read and downloaded here.'
      : `${count === 1 ? '1 invoice or receipt' : `${count} invoices and receipts`} and all transactions can still be read and downloaded here.`,
  law: 'Invoices and accounting records are kept for as long as tax law requires. Your other personal data is erased when you ask us to.',
  creditLeft: (credit: string, refundable: string) =>
    `Credit of ${credit} is left. We refund the part that was purchased by card, up to ${refundable} before tax, to that card. Promotional credit is not paid out.`,
  creditNotBought: (credit: string) => `Credit of ${credit} is left. None of it was purchased by card; we will review it and write to you.`,
  noCredit: 'No credit is left.',
  takeAlong: 'Download your data first, while you can still check that nothing is missing.',
  close: 'Close the account',
  confirmTitle: 'Close this account for good?',
  confirmText: (count: number) =>
    count === 0
      ? 'Keys, cards and invitations end now. This cannot be undone.'
      : `${count === 1 ? '1 server is' : `${count} servers are`} deleted with all data, and keys, cards and invitations end now. This cannot be undone.`,
  closedPage: 'The account is closed',
  done: 'The account is closed. We also told its members by email.',
  toInvoices: 'See invoices',
  signInAbout:
    'Your own sign-in stays: it is yours, not the account’s. Remove it under “Security” if you no longer need it, or to open a new account with the same address; you can then no longer read this one.',
  toSecurity: 'Go to Security',
};
