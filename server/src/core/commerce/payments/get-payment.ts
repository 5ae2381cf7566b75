import type { Payment } from '@boreal/contract/billing/payments.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import { pageById, type Page, type PageInput } from '../../ground/page.ts';
import { readCardFaces } from '../cards/cards.store.ts';
import { invoiceIdsOf } from '../invoices/invoices.store.ts';
import { toPayment } from './payment.rules.ts';
import { findPayment, selectPayments, type PaymentRow } from './payments.store.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

/** One payment of the account, with its outcome. @throws NOT_FOUND */
export async function getPayment(ctx: CustomerCtx, input: { paymentId: string }): Promise<Payment> {
  await requireRole(ctx.db.sql, ctx, 'billing.read');
  const row = await findOwnPayment(ctx, input.paymentId);
  const [payment] = await tellPayments(ctx, [row]);
  if (!payment) throw notFound('payment');
  return payment;
}

/** The account's payments by card, newest first. */
export async function listPayments(
  ctx: CustomerCtx,
  input: PageInput & { purposes?: readonly PaymentRow['purpose'][] } = {},
): Promise<Page<Payment>> {
  await requireRole(ctx.db.sql, ctx, 'billing.read');
  const { accountId } = ctx;
  const purposes = input.purposes && { purposes: input.purposes };
  const { items, nextCursor } = await pageById('payment', input, (lastId, limit) =>
    selectPayments(ctx.db.sql, { accountId, before: lastId ?? null, limit, ...purposes }),
  );
  return { items: await tellPayments(ctx, items), nextCursor };
}

/** All accounts' payments by card, newest first; optionally only those that match a search. For operators. */
export function listAllPayments(
  ctx: Ctx,
  input: PageInput & {
    accountId?: string | undefined;
    status?: PaymentRow['status'] | undefined;
    orderId?: string | undefined;
    search?: string | undefined;
  } = {},
): Promise<Page<PaymentRow>> {
  const { accountId, status, orderId, search } = input;
  return pageById('payment', input, (lastId, limit) =>
    selectPayments(ctx.db.sql, { accountId, status, orderId, search, before: lastId ?? null, limit }),
  );
}

/** Payments with their cards and documents. */
export async function tellPayments(ctx: Ctx, rows: readonly PaymentRow[]): Promise<Payment[]> {
  const faces = await readCardFaces(
    ctx.db.sql,
    rows.map((row) => row.cardId),
  );
  const invoices = await invoiceIdsOf(
    ctx.db.sql,
    rows.map((row) => row.id),
  );
  return rows.map((row) =>
    toPayment(row, { card: faces.get(row.cardId) ?? { brand: 'unknown', last4: '' }, invoiceId: invoices.get(row.id) ?? null }),
  );
}

/** A payment of the account. @throws NOT_FOUND */
export async function findOwnPayment(ctx: CustomerCtx, id: string): Promise<PaymentRow> {
  const row = await findPayment(ctx.db.sql, id);
  if (!row || row.accountId !== ctx.accountId) throw notFound('payment');
  return row;
}
