import type { ServerUsage } from '@boreal/contract/billing/billing.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { addMs, HOUR_MS } from '../../../../kit/clock.ts';
import { notFound } from '../../../../kit/errors.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { decodeCursor, foreignCursor, page } from '../../../ground/page.ts';
import { readServerView } from './server-views.store.ts';
import { readUsage, sumUsage, type UsageRow } from '../../../money/clocks/usage.store.ts';

/** A server's billing hour by hour, newest first, with totals over its whole life. */
export async function getServerUsage(
  ctx: CustomerCtx,
  input: { serverId: string; limit?: number | undefined; cursor?: string | undefined },
): Promise<{ usage: ServerUsage; nextCursor: string | null }> {
  const now = ctx.clock.now();
  const server = await readServerView(ctx.db, { accountId: ctx.accountId, now, serverId: input.serverId });
  if (!server) throw notFound('server');
  const limit = input.limit ?? 1000;
  const life = { serverId: server.id, from: server.createdAt, to: addMs(now, 1) };
  const totals = await sumUsage(ctx.db.sql, life);
  const rows = await readUsage(ctx.db.sql, { ...life, before: cursorDate(input.cursor), limit: limit + 1 });
  const { items, nextCursor } = page(rows, limit, (row) => row.periodStart.toISOString());
  return {
    usage: {
      serverId: server.id,
      currency: 'CAD',
      billingCycle: server.billingCycle,
      hourlyRate: server.billingCycle === 'hourly' && server.hourlyMicros !== null ? toCad(server.hourlyMicros) : null,
      totals: {
        hours: Number(totals.hours),
        compute: toCad(totals.computeMicros),
        backup: toCad(totals.backupMicros),
        refunds: toCad(totals.refundMicros),
        total: toCad(totals.computeMicros + totals.backupMicros - totals.refundMicros),
      },
      hours: items.map(toUsageHour),
    },
    nextCursor,
  };
}

function toUsageHour(row: UsageRow): ServerUsage['hours'][number] {
  return {
    periodStart: row.periodStart.toISOString(),
    periodEnd: addMs(row.periodStart, HOUR_MS).toISOString(),
    rate: toCad(row.rateMicros),
    compute: toCad(row.computeMicros),
    backup: toCad(row.backupMicros),
    refund: toCad(row.refundMicros),
    amount: toCad(row.computeMicros + row.backupMicros - row.refundMicros),
    transactionId: row.transferId,
  };
}

function cursorDate(cursor: string | undefined): Date | null {
  if (cursor === undefined) return null;
  const text = decodeCursor(cursor);
  const date = new Date(text);
  // Accepts only the form that a page writes: `Date` accepts dates beyond the range of Postgres.
  if (!/^\d{4}-/.test(text) || Number.isNaN(date.getTime()) || date.toISOString() !== text) throw foreignCursor();
  return date;
}
