import { toCad } from '@boreal/contract/values/money.ts';
import type { ServerStatus, ServerSummary } from '@boreal/contract/servers/servers.ts';
import { gpuLabel } from '../../../money/catalog/catalog.rules.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { pageById, type Page, type PageInput } from '../../../ground/page.ts';
import { sshPortOf } from '../server.rules.ts';
import { readServerViews, type ServerView } from './server-views.store.ts';

/** The account's servers, oldest first. Deleted ones only if requested by status, and only while they are readable. */
export async function listServers(
  ctx: CustomerCtx,
  input: PageInput & { status?: ServerStatus | undefined },
): Promise<Page<ServerSummary>> {
  const { accountId } = ctx;
  const { items, nextCursor } = await pageById('server', input, (lastId, limit) =>
    readServerViews(ctx.db, { accountId, now: ctx.clock.now(), after: lastId ?? '', limit, status: input.status ?? null }),
  );
  return { items: items.map(summarise), nextCursor };
}

/** A server as lists show it. */
export function summarise(view: ServerView): ServerSummary {
  return {
    id: view.id,
    name: view.name,
    status: view.status,
    gpu: gpuLabel(view),
    specs: { vcores: view.vcores, ram: view.ramGb, storage: view.storageGb },
    ipv4: view.ipv4,
    sshPort: sshPortOf(view),
    region: view.region,
    monthlyCost: toCad(view.monthMicros),
    createdAt: view.createdAt.toISOString(),
  };
}
