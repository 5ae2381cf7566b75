import { ServerDetail } from '@boreal/contract/servers/servers.ts';
import { sshTarget } from '@boreal/contract/servers/ssh-command.ts';
import { z } from 'zod';
import { getServer } from '../../../core/fleet/servers/views/get-server.ts';
import { tellServer as readFacts } from '../../../core/fleet/servers/events/tell-server.ts';
import type { AgentCtx } from '../../tool.ts';
import { POLL_SECONDS } from '../../fields.ts';

/** A server as tools return it: with how to sign in, its hourly cost, and why it does not run. */
export const ToolServer = ServerDetail.omit({ specs: true, updatedAt: true, sshPort: true, sshUser: true }).extend({
  ssh: z.string().nullable(),
  imageId: z.string(),
  billingCycle: z.string(),
  hourlyRate: z.number().nullable(),
  why: z.object({ reason: z.string().nullable(), message: z.string(), at: z.string() }).nullable(),
});

/** A server as it is now, with when to look again while a task runs. */
export const ServerAnswer = z.object({ server: ToolServer, retryAfterSeconds: z.int().optional() });
export type ServerAnswer = z.infer<typeof ServerAnswer>;

export async function serverNow(ctx: AgentCtx, serverId: string): Promise<ServerAnswer> {
  const detail = await getServer(ctx, { serverId });
  const facts = await readFacts(ctx, { serverId, locale: ctx.locale });
  const ssh = sshTarget(detail);
  const server = { ...detail, ...facts, ssh };
  return { server, ...pollHint(server) };
}

export function pollHint(server: Pick<ServerAnswer['server'], 'status' | 'task'>): { retryAfterSeconds?: number } {
  const moving = server.task !== null || server.status === 'PROVISIONING' || server.status === 'REBOOTING';
  return moving && server.status !== 'DELETED' ? { retryAfterSeconds: POLL_SECONDS } : {};
}

/** The answer to launching a server: it runs later. */
export const Launched = z.object({
  id: z.string(),
  name: z.string().optional(),
  status: z.string(),
  gpu: z.string().optional(),
  retryAfterSeconds: z.int(),
});

interface Told extends Pick<ServerAnswer, 'retryAfterSeconds'> {
  readonly server: Pick<ServerAnswer['server'], 'id' | 'status' | 'task' | 'why'>;
}

export function tellServer({ server, retryAfterSeconds }: Told): string {
  const task = server.task === null ? server.status : `${server.status}, ${server.task}`;
  const state = server.why?.reason ? `${task} (${server.why.reason})` : task;
  return retryAfterSeconds === undefined ? `${server.id} is ${state}.` : `${server.id} is ${state}; look again in ${retryAfterSeconds} s.`;
}
