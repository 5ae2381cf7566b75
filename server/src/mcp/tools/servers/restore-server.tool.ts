import { priceOfRestore } from '../../../core/fleet/lifecycle/create/price-of-launch.ts';
import { restoreServer as wakeServer } from '../../../core/fleet/lifecycle/change/restore-server.ts';
import { POLL_SECONDS, ServerInput } from '../../fields.ts';
import { spendingTool } from '../../spending-tool.ts';
import { Launched } from './server-answer.ts';

export const restoreServer = spendingTool({
  name: 'svc_restore_server',
  group: 'servers',
  title: 'Restore a hibernated server (spends money)',
  description: 'Wake a HIBERNATED server with a new IP; a new first hour unless the last is still paid. Price first, then token.',
  input: ServerInput,
  result: Launched.omit({ name: true, gpu: true }),
  offer: async (db, ctx, { serverId }) => ({
    ...(await priceOfRestore(db, { accountId: ctx.accountId, serverId, at: ctx.clock.now() })),
    covers: 'a new first hour, unless the last one is still paid',
  }),
  spend: async (ctx, { serverId }) => {
    await wakeServer(ctx, { serverId });
    return { id: serverId, status: 'accepted', retryAfterSeconds: POLL_SECONDS };
  },
});
