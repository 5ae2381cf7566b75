import type { Engine } from '../../../../engines/engine.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { watchMachines, type Seen, type WatchReport } from './watch-machines.ts';

/** Watches an engine's machines, and reports each orphan and each host that is out of addresses once. */
export function createWatch(ctx: Ctx, engine: Engine): () => Promise<void> {
  const told = new Set<string>();
  let full: readonly string[] = [];
  let awayBefore: readonly string[] = [];
  let before: Seen = { silent: new Set(), comingUp: new Set(), missingGpus: new Set(), quiet: null };
  let toldUnheard: string | null = null;

  /** Reports once when the engine first does not answer, which may be a restart, and once when that counts. */
  function tellUnheard(unheard: WatchReport['unheard']): void {
    // For an engine that another Boreal drives, `tend-holder.ts` reports that.
    if (unheard?.as === 'fenced') return;
    const now = unheard && `${unheard.as} ${unheard.counts}`;
    if (now === toldUnheard) return;
    if (unheard === null) ctx.log.info({ engine: engine.name }, 'the engine is heard again');
    else if (!unheard.counts) ctx.log.warn({ err: unheard.error, engine: engine.name }, 'the engine is not heard; it may be restarting');
    else if (unheard.as === 'no_answer') {
      ctx.log.error(
        { err: unheard.error, engine: engine.name },
        'nobody hears the engine: nothing is sold on it, its servers are in ERROR',
      );
    } else
      ctx.log.error({ err: unheard.error, engine: engine.name }, 'the engine does not serve us: nothing is sold on it, its servers run on');
    toldUnheard = now;
  }

  return async () => {
    const { unknown, copies, away, undeclared, hosts, withoutAddress, seen, unheard } = await watchMachines(ctx, engine, before);
    before = seen;
    tellUnheard(unheard);
    if (hosts.silent.length > 0)
      ctx.log.error({ hosts: hosts.silent, engine: engine.name }, 'the engine does not reach hosts; nothing more is placed on them');
    if (hosts.back.length > 0) ctx.log.info({ hosts: hosts.back, engine: engine.name }, 'hosts answer again');
    const newlyFull = withoutAddress.filter((name) => !full.includes(name));
    full = withoutAddress;
    if (newlyFull.length > 0)
      ctx.log.error(
        { hosts: newlyFull, engine: engine.name },
        'no address is free for another server; nothing more is sold on these hosts until some are added',
      );
    for (const serverId of unknown) {
      if (!told.has(serverId))
        ctx.log.error(
          { serverId, engine: engine.name },
          'the engine has a machine that no server accounts for: it is left alone (orphan list)',
        );
      told.add(serverId);
    }
    // A server that is moving may be reported from where it was.
    for (const serverId of away.filter((id) => awayBefore.includes(id))) {
      if (!told.has(`place of ${serverId}`))
        ctx.log.error(
          { serverId, engine: engine.name },
          'the machine of a server is on another host than its row says: what it has there is sold to nobody else; once it was hibernated and restored, both agree again',
        );
      told.add(`place of ${serverId}`);
    }
    awayBefore = away;
    for (const serverId of undeclared) {
      if (!told.has(`gpus of ${serverId}`))
        ctx.log.error(
          { serverId, engine: engine.name },
          'the engine gave a machine GPUs that are not declared on its host, so which of them it has is not known: declare all that the engine may give (gpu add)',
        );
      told.add(`gpus of ${serverId}`);
    }
    for (const serverId of copies) {
      if (!told.has(serverId))
        ctx.log.error(
          { serverId, engine: engine.name },
          'the engine has a machine of a server that is on another engine: it is left alone; remove it by hand if it is a copy',
        );
      told.add(serverId);
    }
  };
}
