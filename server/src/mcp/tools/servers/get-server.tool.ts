import { AtStake } from '@boreal/contract/servers/at-stake.ts';
import { z } from 'zod';
import { listServerStakes } from '../../../core/commerce/orders/list-server-stakes.ts';
import { defineTool } from '../../define-tool.ts';
import { ServerInput } from '../../fields.ts';
import { ServerAnswer, serverNow, tellServer } from './server-answer.ts';

export const getServer = defineTool({
  name: 'svc_get_server',
  group: 'servers',
  title: 'Get a server',
  description:
    'One server: status and why, running task, ssh user@address, image, price, allowed actions, what deleting or hibernating loses. Poll it while a task runs.',
  input: ServerInput,
  // Its shape is that of the REST API: here it would fill an agent's context.
  output: ServerAnswer.extend({ atStake: z.looseObject({}).optional() }),
  run: async (ctx, { serverId }) => {
    const [atStake] = await listServerStakes(ctx, { serverId });
    return { ...(await serverNow(ctx, serverId)), ...(atStake && { atStake: AtStake.parse(atStake) }) };
  },
  tell: tellServer,
});
