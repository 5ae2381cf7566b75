import type { ConsoleServerDetail, ServerTerms } from '@boreal/contract/servers/console-servers.ts';
import { toCad, toCadRate } from '@boreal/contract/values/money.ts';
import { notFound } from '../../../kit/errors.ts';
import { findRegion } from '../../money/catalog/regions/regions.store.ts';
import { findOrderOfServer } from './orders.store.ts';
import { listTermsLeft } from '../payments/terms.store.ts';
import { findPayment, latestPayments } from '../payments/payments.store.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { readPromised } from '../../fleet/engines/engine-traits.store.ts';
import { readLabels, readNote } from '../../fleet/servers/descriptions/descriptions.store.ts';
import { findArrival } from '../../fleet/servers/events/events.store.ts';
import { detailOf } from '../../fleet/servers/views/get-server.ts';
import { readServerView } from '../../fleet/servers/views/server-views.store.ts';

/** One server for a person: with its rate, its disks, and what is prepaid for it. */
export async function getConsoleServer(ctx: CustomerCtx, input: { serverId: string }): Promise<ConsoleServerDetail> {
  const view = await readServerView(ctx.db, { accountId: ctx.accountId, now: ctx.clock.now(), serverId: input.serverId });
  if (!view) throw notFound('server');
  const { workDisk, metrics: measured, console: terminal } = await readPromised(ctx.db.sql, view);
  const detail = detailOf(view);
  const region = await findRegion(ctx.db.sql, detail.region);
  const arrival = await findArrival(ctx.db.sql, { serverId: view.id, status: view.status });
  const labels = await readLabels(ctx.db.sql, { accountId: ctx.accountId, serverIds: [view.id] });
  return {
    ...detail,
    regionName: region?.name ?? detail.region,
    workDiskGb: view.localStorageGb,
    workDisk,
    measured,
    terminal,
    hourlyRate: view.billingCycle === 'hourly' && view.hourlyMicros !== null ? toCadRate(view.hourlyMicros) : null,
    statusSince: arrival?.createdAt.toISOString() ?? null,
    terms: view.billingCycle === 'hourly' ? null : await termsOf(ctx, view.id),
    labels: [...(labels.get(view.id) ?? [])],
    note: await readNote(ctx.db.sql, view.id),
  };
}

async function termsOf(ctx: CustomerCtx, serverId: string): Promise<ServerTerms | null> {
  const order = await findOrderOfServer(ctx.db.sql, serverId);
  if (!order) return null;
  const now = ctx.clock.now();
  const payment = (await latestPayments(ctx.db.sql, [order.id])).get(order.id);
  const next =
    order.status === 'active'
      ? (await listTermsLeft(ctx.db.sql, { orderId: order.id, now })).find((term) => term.startsAt > now)
      : undefined;
  const paid = next && (await findPayment(ctx.db.sql, next.paymentId));
  return {
    orderId: order.id,
    status: order.status,
    autoRenew: order.autoRenew,
    canceled: order.canceledAt !== null,
    paidUntil: ((next ? next.startsAt : order.termEnd) ?? null)?.toISOString() ?? null,
    next:
      next && paid
        ? { start: next.startsAt.toISOString(), end: next.endsAt.toISOString(), paid: toCad(paid.netMicros + paid.taxMicros) }
        : null,
    payment: payment ? { id: payment.id, status: payment.status } : null,
  };
}
