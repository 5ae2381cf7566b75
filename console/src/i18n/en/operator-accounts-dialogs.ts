/** What is said only in the dialogs of an account's page, which are loaded when they are opened. */
export const en = {
  giveCreditAbout: 'No tax is added and no card is charged. The reason appears in the customer’s transactions.',
  takeCreditAbout: 'Never more than the balance. The reason appears in the customer’s transactions.',
  creditAs: 'Type of credit',
  creditGiven: (amount: string) => `Done. The credit is now ${amount}.`,
  forServer: 'Related server',
  budgetAbout: 'Leave empty to lift a limit. Servers that exceed it hibernate at the end of their paid hour.',
  monthlyLimit: 'Monthly limit, CAD',
  dailyLimit: 'Daily limit, CAD',
  budgetSet: 'The budget is set.',
  hibernationAbout:
    'Disks of its hibernated servers take up room on the hosts, and nobody pays for them. At the limit, its members cannot hibernate more servers; those that credit or a budget no longer covers are hibernated anyway.',
  limitOfAll: 'Same limit as all accounts',
  hibernationLimit: 'Custom limit, GB',
  hibernationHint: 'Leave empty for no limit.',
  hibernationSet: 'The limit was saved.',
  suspendTitle: (name: string) => `Suspend ${name}`,
  suspendAbout:
    'Nothing can be bought, deployed or started. Hourly servers hibernate at the end of their paid hour; paid terms run to their end. Nothing is deleted, and you can reactivate the account at any time.',
  suspendReason: 'Members of the account are notified by email.',
  suspendDone: 'The account is suspended.',
  reactivateTitle: (name: string) => `Reactivate ${name}`,
  reactivateAbout:
    'The account can spend again. Nothing starts automatically: its members resume the servers they need. We let them know by email.',
  reactivateDone: 'The account can spend again.',
  writeAbout: 'Opens a ticket, which they get in the console and by email.',
  subject: 'Subject',
  message: 'Message',
  writeDone: 'The ticket is open.',
  send: 'Send',
};
