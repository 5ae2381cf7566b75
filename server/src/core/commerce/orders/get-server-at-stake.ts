import type { ServerDetailAtStake } from '@boreal/contract/servers/servers.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { getServer } from '../../fleet/servers/views/get-server.ts';
import { listServerStakes } from './list-server-stakes.ts';

/** One server of the account, with what actions on it would cost, lose or refund now. The caller has checked that it may be read. */
export async function getServerAtStake(
  ctx: CustomerCtx,
  input: { serverId: string },
): Promise<ServerDetailAtStake & { readonly sshUser: string }> {
  const server = await getServer(ctx, input);
  const [stake] = await listServerStakes(ctx, input);
  return { ...server, atStake: stake ?? null };
}
