import { toCad } from '@boreal/contract/values/money.ts';
import type { GroupLine } from '@boreal/contract/billing/transaction-groups.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { dayOf } from '../../ground/calendar.rules.ts';
import { decodeCursor, foreignCursor, LIST_MAX, page, type Page, type PageInput } from '../../ground/page.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { listLines, type LineRow } from './charges.store.ts';

interface LinesInput extends PageInput {
  readonly day: string;
  readonly serverId?: string | undefined;
}

/** What a server was charged on a day of Toronto's calendar, newest first; without a server, the charges that name none. */
export async function listGroupLines(ctx: CustomerCtx, input: LinesInput): Promise<Page<GroupLine>> {
  const { accountId, db } = ctx;
  await requireRole(db.sql, ctx, 'billing.read');
  const { day, serverId = null, limit = LIST_MAX, cursor } = input;
  // A day of one server is small: it is read whole and paged here.
  const rows = await listLines(db.sql, { accountId, serverId, ...dayOf(day) });
  const { items, nextCursor } = page(rows.slice(startIn(rows, cursor)), limit, ({ id }) => id);
  return { items: items.map(tellLine), nextCursor };
}

function startIn(rows: readonly LineRow[], cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const last = decodeCursor(cursor);
  const at = rows.findIndex(({ id }) => id === last);
  if (at === -1) throw foreignCursor();
  return at + 1;
}

function tellLine({ id, transferId, type, periodStart, micros, createdAt }: LineRow): GroupLine {
  return {
    id,
    transactionId: transferId,
    type,
    periodStart: periodStart?.toISOString() ?? null,
    periodEnd: periodStart === null ? null : addMs(periodStart, HOUR_MS).toISOString(),
    amount: toCad(micros),
    createdAt: createdAt.toISOString(),
  };
}
