import type { PaymentPurpose } from '@boreal/contract/billing/payments.ts';

/** What is rare among what needs attention: loaded only where there is some. */
export const en = {
  reloadStopped: 'Auto-reload has stopped: the card was declined several times in a row.',
  fixReload: 'Fix auto-reload',
  paymentWaits: (total: string, what: string) => `Your bank asks you to confirm ${total} for ${what}. After 30 minutes it is cancelled.`,
  confirmPayment: 'Confirm payment',
  paymentFailed: (total: string, what: string) => `The card was declined: ${total} for ${what}.`,
  seePayment: 'View payment',
  changeCard: 'Change card',
  purposes: {
    topup: 'credit',
    auto_reload: 'auto-reload',
    order: 'a prepaid server',
    renewal: 'a renewal',
  } satisfies Record<PaymentPurpose, string>,
  renewalFailed: (server: string, end: string) => `${server} could not be renewed. It hibernates on ${end} unless the next term is paid.`,
  seeOrder: 'View order',
  termOver: (server: string, end: string) => `The term of ${server} ended on ${end}, so it was hibernated.`,
  renew: 'Renew',
  backupFailed: (server: string, when: string) => `The backup of ${server} of ${when} was not made.`,
  seeBackups: 'View backups',
};
