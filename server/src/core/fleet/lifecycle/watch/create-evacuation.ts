import type { Engine } from '../../../../engines/engine.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { evacuateHosts } from './evacuate-hosts.ts';

const NO_ROOM = 'servers of hosts that are drained stay there: no other host of their pool has room; add one, or free GPUs';
const NO_MOVES =
  'servers of hosts that are drained stay there: their engine cannot move machines; hibernated and restored, they wake on other hosts';

/** Empties drained hosts, and reports once the servers for which there is no room elsewhere. */
export function createEvacuation(ctx: Ctx, engine: Engine): () => Promise<void> {
  let told = '';
  return async () => {
    const stuck = (await evacuateHosts(ctx, engine)).filter((evacuation) => evacuation.stuck.length > 0);
    const now = JSON.stringify(stuck.map(({ hostName, stuck: serverIds }) => [hostName, serverIds]));
    if (stuck.length > 0 && now !== told) ctx.log.error({ stuck }, engine.can.relocation ? NO_ROOM : NO_MOVES);
    told = now;
  };
}
