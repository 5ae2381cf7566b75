import { ServerUsage } from '@boreal/contract/billing/billing.ts';
import { getServerUsage as readUsage } from '../../../core/fleet/servers/views/get-server-usage.ts';
import { requireOwnServer } from '../../../core/fleet/servers/views/find-own-server.ts';
import { defineTool } from '../../define-tool.ts';
import { counted, nextCursor, PAGE_DEFAULT, pageFields, ServerInput } from '../../fields.ts';

export const getServerUsage = defineTool({
  name: 'svc_get_server_usage',
  group: 'billing',
  title: 'Get server usage',
  description: 'Billed hours of a server, newest first, with totals.',
  input: ServerInput.extend(pageFields),
  output: ServerUsage.extend({ nextCursor }),
  run: async (ctx, { serverId, limit = PAGE_DEFAULT, cursor }) => {
    await requireOwnServer(ctx, { serverId, deletedToo: true });
    const { usage, nextCursor: next } = await readUsage(ctx, { serverId, limit, cursor });
    return { ...usage, nextCursor: next };
  },
  tell: ({ totals, nextCursor: cursor }) => `${totals.total} CAD in all; ${counted(totals.hours, 'hour', cursor)}`,
});
