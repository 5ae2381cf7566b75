import { rebootServer as wishReboot } from '../../../core/fleet/lifecycle/change/reboot-server.ts';
import { defineTool } from '../../define-tool.ts';
import { ServerInput } from '../../fields.ts';
import { ServerAnswer, serverNow, tellServer } from './server-answer.ts';

export const rebootServer = defineTool({
  name: 'svc_reboot_server',
  group: 'servers',
  title: 'Reboot a server',
  description: 'Restart a server; it keeps disk and IP.',
  effect: 'destructive',
  input: ServerInput,
  output: ServerAnswer,
  run: async (ctx, { serverId }) => {
    await wishReboot(ctx, { serverId });
    return serverNow(ctx, serverId);
  },
  tell: tellServer,
});
