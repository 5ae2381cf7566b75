import type { ConsoleServerActionRequest } from '@boreal/contract/servers/console-servers.ts';
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
} as const satisfies Record<ServerAction, (ctx: CustomerCtx, input: Wanted) => Promise<void>>;

type Wanted = { serverId: string } & Pick<ConsoleServerActionRequest, 'expectedHourlyRateCad'>;

/** Accepts a power action; the server's task applies it to the machine later. */
export async function actOnServer(ctx: CustomerCtx, input: Wanted & { action: ServerAction }): Promise<ServerActionAccepted> {
  const { action, ...wanted } = input;
  await operations[action](ctx, wanted);
  return { id: input.serverId, action, status: 'accepted' };
}
