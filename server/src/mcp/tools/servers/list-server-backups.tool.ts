import { Backups } from '@boreal/contract/servers/backups.ts';
import { getBackups } from '../../../core/fleet/backups/get-backups.ts';
import { requireOwnServer } from '../../../core/fleet/servers/views/find-own-server.ts';
import { defineTool } from '../../define-tool.ts';
import { counted, ServerInput } from '../../fields.ts';

export const listServerBackups = defineTool({
  name: 'svc_list_server_backups',
  group: 'servers',
  title: 'List server backups',
  description: 'Backup option of a server and its backups, newest first.',
  input: ServerInput,
  output: Backups,
  run: async (ctx, { serverId }) => {
    await requireOwnServer(ctx, { serverId });
    return getBackups(ctx, { serverId });
  },
  tell: ({ option, backups }) => `Backups are ${option.enabled ? 'on' : 'off'}; ${counted(backups.length, 'backup')}`,
});
