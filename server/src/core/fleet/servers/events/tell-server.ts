import type { BillingCycle } from '@boreal/contract/shop/catalog.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { notFound } from '../../../../kit/errors.ts';
import { findPrice } from '../../../money/prices/price-in-force.store.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { eventMessage } from './event-message.rules.ts';
import { findArrival } from './events.store.ts';
import { findServer } from '../servers.store.ts';

/** What somebody must know to use a server, or to understand why it does not run. */
export interface ServerFacts {
  readonly imageId: string;
  readonly billingCycle: BillingCycle;
  /** CAD for each billed hour at the price in force; null for a prepaid server. */
  readonly hourlyRate: number | null;
  /** Why it does not run; null while it runs or is about to. */
  readonly why: { readonly reason: string | null; readonly message: string; readonly at: string } | null;
}

/** @throws NOT_FOUND the account has no such server */
export async function tellServer(ctx: CustomerCtx, input: { serverId: string; locale: 'en' | 'fr' }): Promise<ServerFacts> {
  const db = ctx.db.sql;
  const server = await findServer(db, input.serverId);
  if (!server || server.accountId !== ctx.accountId) throw notFound('server');
  const { status, billingCycle, imageId, planId } = server;
  const hourly = billingCycle === 'hourly';
  const price = hourly ? await findPrice(db, { planId, accountId: ctx.accountId, at: ctx.clock.now() }) : null;
  const rests = status === 'STOPPED' || status === 'HIBERNATED' || status === 'ERROR' || status === 'DELETED';
  const arrival = rests ? await findArrival(db, { serverId: server.id, status }) : null;
  return {
    imageId,
    billingCycle,
    hourlyRate: price && toCad(price.hourlyMicros),
    why: arrival && {
      reason: arrival.reason,
      message: eventMessage(arrival, input.locale),
      at: arrival.createdAt.toISOString(),
    },
  };
}
