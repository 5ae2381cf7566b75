import type { Command } from 'commander';
import { ulid } from 'ulid';
import { tellAllPayments, tellAllRefunds, tellPaymentWithRefunds } from '../../core/commerce/oversight/tell-money.ts';
import { refundByHand } from '../../core/commerce/operator-requests/refund-by-hand.ts';
import { listAllPayments } from '../../core/commerce/payments/get-payment.ts';
import type { PaymentRow } from '../../core/commerce/payments/payments.store.ts';
import { listRefunds } from '../../core/commerce/refunds/list-refunds.ts';
import { getPaymentWithRefunds } from '../../core/commerce/refunds/get-refundable.ts';
import { tellRefundBegun } from '../../core/commerce/refunds/refund-payment.ts';
import type { RefundRow } from '../../core/commerce/refunds/refunds.store.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { retryPayment, retryRefund } from '../../core/commerce/oversight/retry-payment.ts';
import { parseAmount, parseKey, parseText } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { cad, facts, onePage, plain, table, when, type Column, type CommandOutput } from '../output.ts';
import { toldAsked } from '../told-asked.ts';
import { INVOCATION, pagedVerb, verb, type ListOptions } from '../verb.ts';

export function addPaymentCommands(program: Command, operate: Operate): void {
  const payment = program.command('payment').description('card payments');

  pagedVerb(payment, 'list', operate(list), {
    description: 'Show card payments, the newest first, and what became of them.',
    example: '--limit 20',
  }).option('--account <account>', 'only payments of this account');

  verb(payment, 'show <payment>', operate(show), {
    description: 'Show a card payment, what went back of it, and how much still can.',
    example: 'pay_01kb3c9q',
  });

  verb(payment, 'retry <payment>', operate(retry), {
    description: 'Ask the payment provider for the outcome of a pending charge. Nothing is charged twice.',
    example: 'pay_01kb3c9q',
  });

  const refund = program.command('refund').description('refunds to cards');

  verb(refund, 'create <payment>', operate(create), {
    description: 'Refund a payment to its card, with its share of the taxes. Credit purchased with it is taken from the account.',
    example: 'pay_01kb3c9q --amount 25 --reason "Bought twice by mistake" --key ticket-812',
  })
    .option('--amount <amount>', 'CAD before tax; all that is left when left out', parseAmount)
    .requiredOption('--reason <text>', 'why; the customer reads it on the credit note', parseText)
    .option('--key <text>', 'a name for this refund: the same key again refunds nothing, so a script may run twice', parseKey);

  verb(refund, 'retry <refund>', operate(retryOne), {
    description: 'Retry a pending refund with the payment provider now.',
    example: 'rfd_01kb3c9q',
  });

  pagedVerb(refund, 'list', operate(refunds), {
    description: 'Show refunds and disputes, the newest first.',
    example: '--limit 20',
  }).option('--account <account>', 'only refunds of this account');
}

async function list(ctx: Ctx, { account, ...rest }: ListOptions & { account?: string }): Promise<CommandOutput> {
  const page = await listAllPayments(ctx, { ...rest, accountId: account });
  return onePage(page, await tellAllPayments(ctx, page.items), { columns: paymentColumns, none: 'There is no such payment.' });
}

async function show(ctx: Ctx, paymentId: string): Promise<CommandOutput> {
  const found = await getPaymentWithRefunds(ctx, { paymentId });
  const { payment, refunds: back, refundableMicros } = found;
  const head = facts({
    Payment: payment.id,
    Account: payment.accountId,
    For: payment.purpose.replace('_', ' '),
    Order: payment.orderId ?? '–',
    Status: payment.status.replace('_', ' '),
    'Declined for': payment.declineReason ?? '–',
    'Before tax': `${cad(payment.netMicros)} CAD`,
    Tax: `${cad(payment.taxMicros)} CAD`,
    Total: `${cad(payment.netMicros + payment.taxMicros)} CAD`,
    Provider: `${payment.provider} ${payment.ref ?? '–'}`,
    Tries: String(payment.attempts),
    Created: when(payment.createdAt),
    Settled: when(payment.settledAt),
    'Can go back': `${cad(refundableMicros)} CAD before tax`,
  });
  const text = `${head}\n\n${table(back, refundColumns, 'Nothing has gone back of it.')}`;
  return { data: await tellPaymentWithRefunds(ctx, found), text };
}

async function retry(ctx: Ctx, paymentId: string): Promise<CommandOutput> {
  await retryPayment(ctx, { paymentId });
  return { data: { id: paymentId }, text: `The running Boreal asks the provider now; see: ${INVOCATION} payment show ${paymentId}` };
}

async function retryOne(ctx: Ctx, refundId: string): Promise<CommandOutput> {
  await retryRefund(ctx, { refundId });
  return { data: { id: refundId }, text: `The running Boreal asks the provider now; see: ${INVOCATION} refund list` };
}

const paymentColumns: readonly Column<PaymentRow>[] = [
  { title: 'id', of: (row) => row.id },
  { title: 'account', of: (row) => row.accountId },
  { title: 'purpose', of: (row) => row.purpose.replace('_', ' ') },
  { title: 'status', of: (row) => row.status.replace('_', ' ') },
  { title: 'net cad', right: true, of: (row) => cad(row.netMicros) },
  { title: 'total cad', right: true, of: (row) => cad(row.netMicros + row.taxMicros) },
  { title: 'provider', of: (row) => `${row.provider} ${row.ref ?? '–'}` },
  { title: 'created', of: (row) => when(row.createdAt) },
  { title: 'declined for', of: (row) => row.declineReason ?? '–' },
];

async function create(ctx: Ctx, paymentId: string, options: { amount?: bigint; reason: string; key?: string }): Promise<CommandOutput> {
  const key = options.key ?? ulid(ctx.clock.now().getTime());
  const { requestId, refund } = await refundByHand(ctx, { paymentId, netMicros: options.amount, reason: options.reason, key });
  if (refund === null) return { data: { requestId, refund: null }, text: toldAsked(requestId) };
  const { id, accountId, netMicros, taxMicros, isNew } = refund;
  const total = `${cad(netMicros + taxMicros)} CAD (${cad(taxMicros)} of it tax)`;
  const what = isNew ? `Giving ${total} back to the card of ${accountId}.` : `Nothing new: the key "${key}" gave ${total} back before.`;
  return {
    data: { requestId, refund: { ...tellRefundBegun(refund, paymentId) } },
    text: plain(`${what} The running Boreal asks the provider; see: ${INVOCATION} refund list. Refund: ${id}`),
  };
}

async function refunds(ctx: Ctx, { account, ...rest }: ListOptions & { account?: string }): Promise<CommandOutput> {
  const page = await listRefunds(ctx, { ...rest, accountId: account });
  return onePage(page, await tellAllRefunds(ctx, page.items), { columns: refundColumns, none: 'There is no such refund.' });
}

const refundColumns: readonly Column<RefundRow>[] = [
  { title: 'id', of: (row) => row.id },
  { title: 'account', of: (row) => row.accountId },
  { title: 'payment', of: (row) => row.paymentId },
  { title: 'kind', of: (row) => row.kind },
  { title: 'status', of: (row) => row.status },
  { title: 'total cad', right: true, of: (row) => cad(row.netMicros + row.taxMicros) },
  { title: 'created', of: (row) => when(row.createdAt) },
  { title: 'reason', of: (row) => row.reason },
];
