import type { ServerUsage } from '@boreal/contract/billing/billing.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import type { ServerEvent } from '@boreal/contract/servers/servers.ts';
import { notFound } from '../../../../kit/errors.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { findHostName, slotsOf } from '../../capacity/places/capacity.store.ts';
import { getServerUsage } from './get-server-usage.ts';
import { listServerEvents } from './list-server-events.ts';
import { findServer, type ServerRow } from '../servers.store.ts';

/** Everything that explains one server: its state and goal, where it runs, what happened last, what it cost. */
export interface ExplainedServer {
  readonly server: ServerRow;
  readonly hostName: string | null;
  readonly gpuSlots: number[];
  readonly events: ServerEvent[];
  readonly totals: ServerUsage['totals'];
}

/** Explains any customer's server, with its latest events. For operators. @throws NOT_FOUND */
export async function explainServer(
  ctx: Ctx,
  { serverId, locale, events: limit }: { serverId: string; locale: Locale; events: number },
): Promise<ExplainedServer> {
  const server = await findServer(ctx.db.sql, serverId);
  if (!server) throw notFound('server');
  const customer = { ...ctx, accountId: server.accountId };
  const { items: events } = await listServerEvents(customer, { serverId, locale, limit });
  const { usage } = await getServerUsage(customer, { serverId, limit: 1 });
  const hostName = server.hostId === null ? null : await findHostName(ctx.db.sql, server.hostId);
  return { server, hostName, gpuSlots: await slotsOf(ctx.db.sql, serverId), events, totals: usage.totals };
}
