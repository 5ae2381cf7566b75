import { priceOfStart } from '../../../core/fleet/lifecycle/create/price-of-launch.ts';
import { startServer as wishStart } from '../../../core/fleet/lifecycle/change/start-server.ts';
import { POLL_SECONDS, ServerInput } from '../../fields.ts';
import { spendingTool } from '../../spending-tool.ts';
import { Launched } from './server-answer.ts';

export const startServer = spendingTool({
  name: 'svc_start_server',
  group: 'servers',
  title: 'Start a server (spends money)',
  description: 'Power on a STOPPED server. Price first, then token.',
  input: ServerInput,
  result: Launched.omit({ name: true, gpu: true }),
  offer: async (db, ctx, { serverId }) => ({
    ...(await priceOfStart(db, { accountId: ctx.accountId, serverId, at: ctx.clock.now() })),
    covers: 'nothing now; every hour as before',
  }),
  spend: async (ctx, { serverId }) => {
    await wishStart(ctx, { serverId });
    return { id: serverId, status: 'accepted', retryAfterSeconds: POLL_SECONDS };
  },
});
