import { OVERVIEW_SERVERS, type ServerLoad } from '@boreal/contract/servers/console-servers.ts';
import type { Engines } from '../../../../engines/engines.ts';
import { addMs, MINUTE_MS, SECOND_MS } from '../../../../kit/clock.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { readSamples } from './get-server-metrics.ts';
import { selectNewestRunning } from './server-lists.store.ts';

/** Long enough to contain several readings, short enough to count as now. */
const OVER_MS = 5 * MINUTE_MS;

/** The current load of the servers in the overview: those of the newest that run. */
export async function listServerLoads(ctx: CustomerCtx, engines: Engines): Promise<ServerLoad[]> {
  const running = await selectNewestRunning(ctx.db.sql, { accountId: ctx.accountId, among: OVERVIEW_SERVERS });
  const now = ctx.clock.now();
  const window = { from: addMs(now, -OVER_MS), to: addMs(now, 1), stepSeconds: OVER_MS / SECOND_MS };
  return Promise.all(
    running.map(async ({ id, engine }) => ({ id, cpu: (await readSamples(ctx, engines.of({ engine }), id, window)).at(-1)?.cpu ?? null })),
  );
}
