import { hibernateServer as wishHibernate } from '../../../core/fleet/lifecycle/change/hibernate-server.ts';
import { defineTool } from '../../define-tool.ts';
import { ServerInput } from '../../fields.ts';
import { ServerAnswer, serverNow, tellServer } from './server-answer.ts';

export const hibernateServer = defineTool({
  name: 'svc_hibernate_server',
  group: 'servers',
  title: 'Hibernate a server',
  description: 'Stop the billing after the paid hour. Keeps disks, gives up GPU and IP; svc_restore_server wakes it.',
  effect: 'destructive',
  input: ServerInput,
  output: ServerAnswer,
  run: async (ctx, { serverId }) => {
    await wishHibernate(ctx, { serverId });
    return serverNow(ctx, serverId);
  },
  tell: tellServer,
});
