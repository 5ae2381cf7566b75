import { stopServer as wishStop } from '../../../core/fleet/lifecycle/change/stop-server.ts';
import { defineTool } from '../../define-tool.ts';
import { ServerInput } from '../../fields.ts';
import { ServerAnswer, serverNow, tellServer } from './server-answer.ts';

export const stopServer = defineTool({
  name: 'svc_stop_server',
  group: 'servers',
  title: 'Stop a server',
  description: 'Power off. It keeps disk and IP and is still billed; svc_hibernate_server stops the billing.',
  effect: 'destructive',
  input: ServerInput,
  output: ServerAnswer,
  run: async (ctx, { serverId }) => {
    await wishStop(ctx, { serverId });
    return serverNow(ctx, serverId);
  },
  tell: tellServer,
});
