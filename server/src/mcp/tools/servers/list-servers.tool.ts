import { ServerStatus, ServerSummary } from '@boreal/contract/servers/servers.ts';
import { z } from 'zod';
import { listServers as readServers } from '../../../core/fleet/servers/views/list-servers.ts';
import { defineTool } from '../../define-tool.ts';
import { counted, nextCursor, PAGE_DEFAULT, pageFields } from '../../fields.ts';

const Listed = ServerSummary.pick({ id: true, name: true, status: true, gpu: true, ipv4: true, sshPort: true, monthlyCost: true });

export const listServers = defineTool({
  name: 'svc_list_servers',
  group: 'servers',
  title: 'List servers',
  description: 'Servers of the account, oldest first; deleted ones only with status DELETED.',
  input: z.strictObject({ status: ServerStatus.optional(), ...pageFields }),
  output: z.object({ servers: z.array(Listed), nextCursor }),
  run: async (ctx, { limit = PAGE_DEFAULT, ...query }) => {
    const { items, nextCursor: cursor } = await readServers(ctx, { limit, ...query });
    return { servers: items, nextCursor: cursor };
  },
  tell: ({ servers, nextCursor: cursor }) => counted(servers.length, 'server', cursor),
});
