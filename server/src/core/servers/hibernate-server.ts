import type { Tx } from '../../db/connect.ts';
import { lockMeterMark, stopClock } from '../billing/metering/clock-runs.store.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx, CustomerCtx } from '../ctx.ts';
import { gatherNotice } from '../notices/gather-notice.ts';
import { requireAction } from './server.rules.ts';
import { lockOwnServer, lockServer, type ServerRow } from './servers.store.ts';
import { wish } from './wish.ts';

/** Records the wish to hibernate. Billing ends with the hour that is paid; disks are kept, addresses and GPUs given up. */
export function hibernateServer(ctx: CustomerCtx, input: { serverId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    await lockMeterMark(tx);
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    requireAction(server, 'hibernate');
    await stopClock(tx, { serverId: server.id, at: ctx.clock.now() });
    await wishToHibernate(tx, ctx, server, {
      type: 'server.hibernate_requested',
      message: 'Hibernation accepted. Nothing more is billed after the hour already paid.',
    });
    await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'server.hibernated', target: server.id });
  });
}

const unpaidMessages = {
  ACCOUNT_SUSPENDED:
    'The account is suspended: the server is being hibernated at the end of the paid hour and keeps its data. Write to support to have the account reactivated, then restore it.',
  CREDIT_EXHAUSTED:
    'The credit does not cover the next hour: the server is being hibernated and keeps its data. Add credits, then restore it.',
  BUDGET_CAP_REACHED:
    'A budget would be passed by the next hour: the server is being hibernated and keeps its data. Raise the limit or wait for the next period, then restore it.',
  KEY_CAP_REACHED:
    'The next hour would pass a cap of the MCP key that this server runs for: it is being hibernated and keeps its data. Raise the cap or restore it yourself.',
  TERM_ENDED:
    'The paid term has ended and was not renewed: the server is being hibernated and keeps its data. Renew the order, and it is restored.',
  ORDER_CANCELED:
    'The order was cancelled and its paid term has ended: the server is being hibernated and keeps its data. Delete it when you need the data no more.',
} as const;

const unpaidNotices = {
  // Its people were told when it was suspended.
  ACCOUNT_SUSPENDED: null,
  CREDIT_EXHAUSTED: 'credit_exhausted',
  BUDGET_CAP_REACHED: 'budget_reached',
  KEY_CAP_REACHED: 'budget_reached',
  TERM_ENDED: 'hibernated',
  ORDER_CANCELED: 'hibernated',
} as const satisfies Record<keyof typeof unpaidMessages, string | null>;

/**
 * Hibernates a server whose next hour or term is not paid; its clock has stopped. One that is at rest or going there already is
 * left alone. The customer is told by mail, of all that end together in one. The account is locked.
 */
export async function hibernateUnpaidServer(
  tx: Tx,
  ctx: Ctx,
  input: { serverId: string; reason: keyof typeof unpaidMessages },
): Promise<void> {
  const server = await lockServer(tx, input.serverId);
  if (!server || server.goal === 'hibernated' || server.goal === 'gone') return;
  await wishToHibernate(tx, ctx, server, {
    type: 'server.hibernate_requested',
    level: 'warning',
    reason: input.reason,
    message: unpaidMessages[input.reason],
  });
  const kind = unpaidNotices[input.reason];
  if (kind === null) return;
  const data = { serverName: server.name, ...(input.reason === 'ORDER_CANCELED' && { canceled: true }) };
  await gatherNotice(tx, ctx, { accountId: server.accountId, kind, serverId: server.id, data });
}

async function wishToHibernate(
  tx: Tx,
  ctx: Ctx,
  server: ServerRow,
  event: { type: string; level?: 'warning'; reason?: string; message: string },
): Promise<void> {
  await wish(tx, ctx, server, { change: { task: 'hibernating', goal: 'hibernated' }, ...event });
}
