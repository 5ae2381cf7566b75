import { defineTool } from '../../define-tool.ts';
import { ServerInput } from '../../fields.ts';
import { ServerAnswer, serverNow, tellServer } from './server-answer.ts';

export const getServer = defineTool({
  name: 'svc_get_server',
  group: 'servers',
  title: 'Get a server',
  description: 'One server: status and why, running task, ssh user@address, image, price, allowed actions. Poll it while a task runs.',
  input: ServerInput,
  output: ServerAnswer,
  run: (ctx, { serverId }) => serverNow(ctx, serverId),
  tell: tellServer,
});
