import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { hibernateUnpaidServer } from '../../fleet/lifecycle/change/hibernate-server.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { findOpenPayment } from '../payments/payments.store.ts';
import { eachOrder } from './each-order.ts';
import { changeOrder, listEndedTerms, lockOrder, type DueOrder } from './orders.store.ts';

/**
 * Ends every term that is over and was not renewed: its server is hibernated and keeps its system disk. Leaves a term whose renewal is
 * being charged until the answer arrives. Returns how many ended. To be called every minute.
 */
export async function endDueTerms(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  return eachOrder(ctx, (page) => listEndedTerms(ctx.db.sql, { now, ...page }), end);
}

async function end(tx: Tx, ctx: Ctx, due: DueOrder): Promise<boolean> {
  await lockAccount(tx, due.accountId);
  const order = await lockOrder(tx, due.id);
  const now = ctx.clock.now();
  if (order?.status !== 'active' || order.termEnd === null || order.termEnd > now) return false;
  if (await findOpenPayment(tx, order.id)) return false;
  await changeOrder(tx, { orderId: order.id, at: now, change: { status: 'ended', renewAt: null } });
  await hibernateUnpaidServer(tx, ctx, { serverId: order.serverId, reason: order.canceledAt === null ? 'TERM_ENDED' : 'ORDER_CANCELED' });
  return true;
}
