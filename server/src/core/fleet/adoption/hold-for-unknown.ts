import { holderOf } from '@boreal/contract/fleet/gpus.ts';
import { answerSignal } from '../../../engines/answer-limits.ts';
import type { Engine, MachineAsFound } from '../../../engines/engine.ts';
import { SECOND_MS } from '../../../kit/clock.ts';
import { findHostByName, lockPoolsOf, type HostRow } from '../capacity/hosts.store.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { addressesOf, placesOf } from './places-of.ts';
import {
  isAtRestOn,
  releaseOrphan,
  selectFoundGpus,
  selectOrphansWithGpus,
  takeFoundAddresses,
  keepForOrphan,
  takeFoundPorts,
} from './unknown-holdings.store.ts';

/** What an engine is waited for in any case. */
const AT_LEAST = { atLeastMs: 10 * SECOND_MS };

/**
 * Keeps what machines have beside their rows from being sold: GPUs, addresses, ports. They keep them until their rows say so, or they are gone.
 * `unknown`: those without a row that the engine has now, and those that are not where or what their rows say: woken or moved since the copy
 * that was restored, on a host that was renamed, or by their rows on another engine, as after one was renamed. For every look, before
 * its hosts are on sale.
 */
export async function holdForUnknown(ctx: Ctx, engine: Engine, unknown: readonly string[]): Promise<void> {
  const held = await selectOrphansWithGpus(ctx.db.sql, engine.name);
  for (const serverId of unknown) await apart(ctx, serverId, () => hold(ctx, engine, serverId));
  for (const serverId of held) if (!unknown.includes(serverId)) await apart(ctx, serverId, () => release(ctx, engine, serverId));
}

/** One of which the engine does not tell keeps what it has, and must not hold up the others. */
async function apart(ctx: Ctx, serverId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ctx.log.warn({ err: error, serverId }, 'what a machine without a row holds could not be looked after');
  }
}

async function hold(ctx: Ctx, engine: Engine, serverId: string): Promise<void> {
  const found = await engine.inspect?.(serverId, answerSignal(engine, 'look', AT_LEAST));
  const hostName = found?.machine.hostName ?? null;
  if (!found || hostName === null) return;
  const host = await findHostByName(ctx.db.sql, { engine: engine.name, name: hostName });
  if (!host) return;
  const at = ctx.clock.now();
  await takeFoundAddresses(ctx.db.sql, { serverId, ips: addressesOf(found), at });
  await takeFoundPorts(ctx.db.sql, { serverId, hostId: host.id, ports: found.forwards?.ports ?? [], at });
  await holdGpus(ctx, engine, { serverId, host, found });
}

async function holdGpus(ctx: Ctx, engine: Engine, of: { serverId: string; host: HostRow; found: MachineAsFound }): Promise<void> {
  const { serverId, host } = of;
  const on = { serverId, hostId: host.id, gpus: await placesOf(ctx.db.sql, engine, { ...of, hostId: host.id }) };
  // Every minute: only what is not held yet is worth the pools' locks.
  if (!(await selectFoundGpus(ctx.db.sql, on)).some((gpu) => holderOf(gpu) === null)) return;
  await ctx.transact(async (tx) => {
    await lockPoolsOf(tx, host.id);
    await keepForOrphan(tx, on);
  });
}

/** A list made while a machine moves may lack it: what it has is free only once the engine says that it is gone, or where its row says. */
async function release(ctx: Ctx, engine: Engine, serverId: string): Promise<void> {
  const { power, hostName } = await engine.observe(serverId, answerSignal(engine, 'look', AT_LEAST));
  const isGone = power === 'absent' || power === 'hibernated';
  const isBack =
    hostName !== null && power !== 'unreachable' && (await isAtRestOn(ctx.db.sql, { serverId, engine: engine.name, hostName }));
  if (isGone || isBack) await ctx.transact((tx) => releaseOrphan(tx, { serverId, at: ctx.clock.now() }));
}
