import { IdText } from '@boreal/contract/values/ids.ts';
import type { CustomerCtx } from '../core/ground/ctx.ts';
import { requireOwnServer } from '../core/fleet/servers/views/find-own-server.ts';
import { notFound } from '../kit/errors.ts';

/** 404 unless the caller has this server, not deleted. */
export function ownServer(ctx: CustomerCtx, id: string): Promise<void> {
  return requireOwnServer(ctx, { serverId: known(id) });
}

/** 404 unless the caller has, or had in the last 90 days, this server. */
export function ownServerDeletedToo(ctx: CustomerCtx, id: string): Promise<void> {
  return requireOwnServer(ctx, { serverId: known(id), deletedToo: true });
}

/** Does not look up text that cannot be an id. */
function known(id: string): string {
  if (!IdText.safeParse(id).success) throw notFound('server');
  return id;
}
