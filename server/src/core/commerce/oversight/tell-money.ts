import { toCad } from '@boreal/contract/values/money.ts';
import type {
  OperatorInvoiceSummary,
  OperatorOrder,
  OperatorPayment,
  OperatorPaymentDetail,
  OperatorRefund,
} from '@boreal/contract/operator/oversight.ts';
import type { z } from 'zod';
import { notFound } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { toSummary } from '../invoices/get-invoice.ts';
import { creditNoteIdsOf, type InvoiceRow } from '../invoices/invoices.store.ts';
import { tellOrders } from '../orders/get-order.ts';
import type { OrderView } from '../orders/orders.store.ts';
import { tellPayments } from '../payments/get-payment.ts';
import type { PaymentRow } from '../payments/payments.store.ts';
import type { getPaymentWithRefunds } from '../refunds/get-refundable.ts';
import type { RefundRow } from '../refunds/refunds.store.ts';
import { readOwners } from './tell-owner.ts';

// Orders, payments, refunds and documents as shown to operators, in their console and by their command.

export async function tellAllOrders(ctx: Ctx, rows: readonly OrderView[]): Promise<OperatorOrder[]> {
  const owner = await readOwners(ctx, rows);
  const told = await tellOrders(ctx, rows);
  return rows.flatMap((row, n) => {
    const order = told[n];
    return order ? [{ ...order, ...owner(row) }] : [];
  });
}

export async function tellAllPayments(ctx: Ctx, rows: readonly PaymentRow[]): Promise<OperatorPayment[]> {
  const owner = await readOwners(ctx, rows);
  const told = await tellPayments(ctx, rows);
  return rows.flatMap((row, n) => {
    const payment = told[n];
    return payment ? [{ ...payment, ...owner(row), provider: row.provider, ref: row.ref }] : [];
  });
}

export async function tellPaymentWithRefunds(
  ctx: Ctx,
  { payment, refunds, refundableMicros }: Awaited<ReturnType<typeof getPaymentWithRefunds>>,
): Promise<OperatorPaymentDetail> {
  const [told] = await tellAllPayments(ctx, [payment]);
  if (!told) throw notFound('payment');
  return { ...told, refundable: toCad(refundableMicros), refunds: await tellAllRefunds(ctx, refunds) };
}

export async function tellAllRefunds(ctx: Ctx, rows: readonly RefundRow[]): Promise<OperatorRefund[]> {
  const owner = await readOwners(ctx, rows);
  const notes = await creditNoteIdsOf(
    ctx.db.sql,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    paymentId: row.paymentId,
    ...owner(row),
    kind: row.kind,
    status: row.status,
    net: toCad(row.netMicros),
    tax: toCad(row.taxMicros),
    total: toCad(row.netMicros + row.taxMicros),
    loss: toCad(row.status === 'failed' ? 0n : row.lossMicros),
    currency: 'CAD',
    reason: row.reason,
    invoiceId: notes.get(row.id) ?? null,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  }));
}

export async function tellAllInvoices(ctx: Ctx, rows: readonly InvoiceRow[]): Promise<z.infer<typeof OperatorInvoiceSummary>[]> {
  const owner = await readOwners(ctx, rows);
  return rows.map((row) => ({ ...toSummary(row), ...owner(row) }));
}
