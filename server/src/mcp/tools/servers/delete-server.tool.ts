import { ServerDeleted } from '@boreal/contract/servers.ts';
import { z } from 'zod';
import { deleteServer as destroyServer } from '../../../core/fleet/lifecycle/change/delete-server.ts';
import { defineTool } from '../../define-tool.ts';
import { ServerInput } from '../../fields.ts';
import { requireName } from './confirm-name.ts';

export const deleteServer = defineTool({
  name: 'svc_delete_server',
  group: 'servers',
  title: 'Delete a server (irreversible)',
  description: 'Destroy a server, its disks and backups for good. confirmName must equal its name; ask your user first.',
  effect: 'destructive',
  input: ServerInput.extend({ confirmName: z.string().max(100) }),
  output: z.object({ server: ServerDeleted }),
  run: async (ctx, { serverId, confirmName }) => {
    await requireName(ctx, { serverId, confirmName });
    return { server: await destroyServer(ctx, { serverId }) };
  },
  tell: ({ server }) =>
    server.refundToCard === undefined
      ? `${server.id} is deleted.`
      : `${server.id} is deleted. ${server.refundToCard.toFixed(2)} CAD go back to the card.`,
});
