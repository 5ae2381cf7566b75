import { ServerSnapshot } from '@boreal/contract/agents/agents.ts';
import { z } from 'zod';
import { listServerSnapshots as readSnapshots } from '../../../core/fleet/backups/list-server-snapshots.ts';
import { defineTool } from '../../define-tool.ts';
import { counted, ServerInput } from '../../fields.ts';

export const listServerSnapshots = defineTool({
  name: 'svc_list_server_snapshots',
  group: 'servers',
  title: 'List server snapshots',
  description: 'Moments of the system disk that svc_restore_server_backup can make a new server from.',
  input: ServerInput,
  output: z.object({ snapshots: z.array(ServerSnapshot) }),
  run: async (ctx, { serverId }) => ({ snapshots: await readSnapshots(ctx, { serverId }) }),
  tell: ({ snapshots }) => counted(snapshots.length, 'snapshot'),
});
