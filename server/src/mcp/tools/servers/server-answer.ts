import { ServerDetail } from '@boreal/contract/servers.ts';
import { z } from 'zod';
import { getServer } from '../../../core/servers/get-server.ts';
import type { CustomerCtx } from '../../../core/ctx.ts';
import { POLL_SECONDS } from '../../fields.ts';

/** A server as tools answer it. */
export const ToolServer = ServerDetail.omit({ specs: true, updatedAt: true });

/** A server as it is now, with when to look again while something is being done to it. */
export const ServerAnswer = z.object({ server: ToolServer, retryAfterSeconds: z.int().optional() });
export type ServerAnswer = z.infer<typeof ServerAnswer>;

export async function serverNow(ctx: CustomerCtx, serverId: string): Promise<ServerAnswer> {
  const server = await getServer(ctx, { serverId });
  return { server, ...pollHint(server) };
}

export function pollHint(server: Pick<ServerAnswer['server'], 'status' | 'task'>): { retryAfterSeconds?: number } {
  const moving = server.task !== null || server.status === 'PROVISIONING' || server.status === 'REBOOTING';
  return moving && server.status !== 'DELETED' ? { retryAfterSeconds: POLL_SECONDS } : {};
}

/** What launching a server answers: it runs later. */
export const Launched = z.object({
  id: z.string(),
  name: z.string().optional(),
  status: z.string(),
  gpu: z.string().optional(),
  retryAfterSeconds: z.int(),
});

export function tellServer({ server, retryAfterSeconds }: ServerAnswer): string {
  const state = server.task === null ? server.status : `${server.status}, ${server.task}`;
  return retryAfterSeconds === undefined ? `${server.id} is ${state}.` : `${server.id} is ${state}; look again in ${retryAfterSeconds} s.`;
}
