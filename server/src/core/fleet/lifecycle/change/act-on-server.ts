import type { ServerAction, ServerActionAccepted } from '@boreal/contract/servers/servers.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { hibernateServer } from './hibernate-server.ts';
import { rebootServer } from './reboot-server.ts';
import { restoreServer } from './restore-server.ts';
import { startServer } from './start-server.ts';
import { stopServer } from './stop-server.ts';

const operations = {
  start: startServer,
  stop: stopServer,
  reboot: rebootServer,
  hibernate: hibernateServer,
  'hibernate-restore': restoreServer,
} as const satisfies Record<ServerAction, (ctx: CustomerCtx, input: { serverId: string }) => Promise<void>>;

/** Accepts a power action; the server's task applies it to the machine later. */
export async function actOnServer(ctx: CustomerCtx, input: { serverId: string; action: ServerAction }): Promise<ServerActionAccepted> {
  await operations[input.action](ctx, { serverId: input.serverId });
  return { id: input.serverId, action: input.action, status: 'accepted' };
}
