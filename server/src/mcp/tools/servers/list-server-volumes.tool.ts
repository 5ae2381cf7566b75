import { ServerVolume } from '@boreal/contract/agents/agents.ts';
import { z } from 'zod';
import { listServerVolumes as readVolumes } from '../../../core/fleet/servers/views/list-server-volumes.ts';
import { defineTool } from '../../define-tool.ts';
import { counted, ServerInput } from '../../fields.ts';

export const listServerVolumes = defineTool({
  name: 'svc_list_server_volumes',
  group: 'servers',
  title: 'List server volumes',
  description: 'Disks of a server and whether backups hold them.',
  input: ServerInput,
  output: z.object({ volumes: z.array(ServerVolume) }),
  run: async (ctx, { serverId }) => ({ volumes: await readVolumes(ctx, { serverId }) }),
  tell: ({ volumes }) => counted(volumes.length, 'volume'),
});
