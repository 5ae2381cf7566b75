import type { NoticeData } from '@boreal/contract/notices.ts';

const at = '2026-12-01T15:00:00.000Z';
const ticket = { ticketId: 'tkt_01kb3c9qj2v9x6t5r4e3w2q1az', subject: 'No answer by SSH' };
const deed = { kind: 'credit', accountId: 'acc_1', amount: 2500, as: 'promo', reason: 'Goodwill for the outage', serverId: null } as const;
const excerpt = 'Hello,\n\nsince this morning the server does not answer. <b>Is it me?</b>\n\nThank you & good day';

/** One notice of every kind, as they are recorded. */
export const testNotices: { readonly [K in keyof NoticeData]: NoticeData[K] } = {
  low_credit: { hours: 6, balanceCad: 12.34 },
  credit_exhausted: { serverName: 'trainer-1' },
  budget_reached: { serverName: 'trainer-1' },
  preempted: { serverName: 'trainer-1', refundedMicros: '1234567', keptSystemDisk: true },
  hibernated: { serverName: 'trainer-1' },
  backup_failed: { serverName: 'trainer-1', backupId: 'bkp_01kb3c9qj2v9x6t5r4e3w2q1az', automatic: true },
  order_placed: { orderId: 'ord_1', planName: '8× H100 SXM', cycle: 'annual', totalMicros: '209760000000', periodEnd: at },
  renewal_due: {
    orderId: 'ord_1',
    serverName: 'trainer-1',
    totalMicros: '2184000000',
    automatic: true,
    renewsAt: at,
    endsAt: '2026-12-04T15:00:00.000Z',
  },
  renewal_failed: {
    orderId: 'ord_1',
    serverName: 'trainer-1',
    totalMicros: '2184000000',
    problem: 'insufficient_funds',
    cardLast4: '9995',
    triedAgainAt: at,
    hibernatesAt: '2026-12-02T15:00:00.000Z',
  },
  receipt: { invoiceId: 'inv_1', number: 'INV-000123', document: 'receipt', totalMicros: '28740000' },
  card_declined: { purpose: 'auto_reload', amountMicros: '28740000', cardLast4: '4242', reason: 'card_declined' },
  auto_reload_stopped: { declines: 3 },
  auto_reload_limit: { limitMicros: '100000000', reloadedMicros: '75000000', until: at },
  refunded: { invoiceId: 'inv_1', number: 'CRN-000124', amountMicros: '28740000', reason: 'The server never came up' },
  refund_failed: { amountMicros: '28740000', creditMicros: '25000000' },
  payment_disputed: { invoiceId: 'inv_1', number: 'CRN-000125', amountMicros: '28740000', creditMicros: '12340000' },
  account_suspended: { accountName: 'Calcul Boréal inc.', reason: 'Visa 4242' },
  account_closed: { accountName: 'Calcul Boréal inc.', by: 'Ann', servers: 2, balanceMicros: '12500000' },
  account_closed_with_credit: { accountId: 'acc_01kb3c9qj2v9x6t5r4e3w2q1az', accountName: 'Calcul Boréal inc.', balanceMicros: '12500000' },
  account_reactivated: { accountName: 'Calcul Boréal inc.' },
  stock_back: { planId: 'h100-sxm-x1', planName: 'H100 SXM ×1', region: 'canada-montreal' },
  key_expiring: { keyId: 'key_1', name: 'ci', prefix: 'gpu_a1B2c3D4', expiresAt: at },
  welcome: { name: 'Aurore' },
  signed_up_again: { name: 'Aurore' },
  verify_email: { expiresAt: at },
  reset_password: { expiresAt: at },
  email_change_asked: { newEmail: 'aurore@calcul.example', expiresAt: at },
  email_change_new: { oldEmail: 'aurore@example.com', expiresAt: at },
  email_changed: { newEmail: 'aurore@calcul.example' },
  access_changed: { what: 'passkey_added', name: 'laptop', by: '203.0.113.7', at },
  member_invited: { accountName: 'Calcul Boréal inc.', invitedBy: 'Aurore', role: 'developer', expiresAt: at },
  ticket_opened: { ...ticket, accountName: 'Calcul Boréal inc.', excerpt },
  ticket_replied: { ...ticket, accountName: 'Calcul Boréal inc.', excerpt },
  ticket_answered: { ...ticket, excerpt },
  ticket_closed: ticket,
  second_operator_asked: { requestId: 'crq_1', deed, askedBy: 'Aurore', expiresAt: at },
  second_operator_decided: { requestId: 'crq_1', deed, decision: 'expired', by: null },
};
