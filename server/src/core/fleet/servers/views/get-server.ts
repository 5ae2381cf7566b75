import type { ServerDetail } from '@boreal/contract/servers/servers.ts';
import { notFound } from '../../../../kit/errors.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { summarise } from './list-servers.ts';
import { actionsOf } from '../server.rules.ts';
import { readServerView, type ServerDetailView } from './server-views.store.ts';

/** One server of the account, with the task in progress and the allowed actions. The caller has checked that it may be read. */
export async function getServer(ctx: CustomerCtx, input: { serverId: string }): Promise<ServerDetail & { readonly sshUser: string }> {
  const view = await readServerView(ctx.db, { accountId: ctx.accountId, now: ctx.clock.now(), serverId: input.serverId });
  if (!view) throw notFound('server');
  return detailOf(view);
}

/** A server as its own page shows it. */
export function detailOf(view: ServerDetailView): ServerDetail & { readonly sshUser: string } {
  return {
    ...summarise(view),
    sshUser: view.sshUser,
    ipv6: view.ipv6,
    updatedAt: view.updatedAt.toISOString(),
    task: view.task,
    allowedActions: actionsOf(view),
  };
}
