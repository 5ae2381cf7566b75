import { ServerDeleted } from '@boreal/contract/servers/servers.ts';
import { z } from 'zod';
import { deleteServer as destroyServer } from '../../../core/fleet/lifecycle/change/delete-server.ts';
import { irreversibleTool } from './irreversible-tool.ts';

export const deleteServer = irreversibleTool({
  name: 'svc_delete_server',
  title: 'Delete a server (irreversible)',
  description:
    'Destroy a server, its disks and backups for good. Without confirmName it only says what is lost and refunded: ask your user, then add its name and shown.',
  deed: 'delete',
  answer: z.object({ server: ServerDeleted }),
  act: async (ctx, input) => ({ server: await destroyServer(ctx, input) }),
  tell: ({ server }) =>
    server.refundToCard === undefined
      ? `${server.id} is deleted.`
      : `${server.id} is deleted. ${server.refundToCard.toFixed(2)} CAD go back to the card.`,
});
