import { CreateServerRequest } from '@boreal/contract/servers/servers.ts';
import { createServer as launchServer } from '../../../core/fleet/lifecycle/create/create-server.ts';
import { priceOfDeployment } from '../../../core/fleet/lifecycle/create/price-of-launch.ts';
import { POLL_SECONDS } from '../../fields.ts';
import { findPlan } from '../../../core/money/catalog/catalog.store.ts';
import { requireRegion } from '../../../core/money/catalog/regions/require-region.ts';
import { spendingTool } from '../../spending-tool.ts';
import { Launched } from './server-answer.ts';

export const createServer = spendingTool({
  name: 'svc_create_server',
  group: 'servers',
  title: 'Create a server (spends money)',
  description: 'Deploy an hourly GPU server; takes the first hour from credit. Needs the token of svc_quote_server and the same arguments.',
  input: CreateServerRequest,
  result: Launched,
  spellOut: async (ctx, args) => ({ ...args, region: (await requireRegion(ctx.db.sql, args.region)).id }),
  offer: async (db, ctx, { productId, region }) => ({
    ...(await priceOfDeployment(db, { accountId: ctx.accountId, productId, region, at: ctx.clock.now() })),
    covers: `first hour, then every hour at its start${(await findPlan(db, productId))?.spot ? '; spot: may be interrupted without notice' : ''}`,
  }),
  spend: async (ctx, args) => ({ ...(await launchServer(ctx, args)), retryAfterSeconds: POLL_SECONDS }),
});
