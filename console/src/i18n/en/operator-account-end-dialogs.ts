/** What is said only where an account is closed or erased, in dialogs that are loaded when they are opened. */
export const en = {
  closeTitle: (name: string) => `Close ${name} for good?`,
  closeText:
    'Keys, cards, invitations, automatic renewals and auto-reload end now. Members can still read the account. Nobody can reopen it.',
  noServers: 'It has no servers.',
  deletes: 'These servers are deleted with all data and backups:',
  closed: 'The account is closed.',
  eraseTitle: 'Erase this customer’s personal data for good?',
  eraseText:
    'Names, addresses, notes, labels, tickets, SSH keys and the details of the audit log are erased, and members without another account can no longer sign in. Invoices keep their billing address.',
  erased: 'The personal data is erased.',
};
