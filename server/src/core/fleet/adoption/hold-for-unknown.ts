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

/** The least time an engine gets to answer. */
const AT_LEAST = { atLeastMs: 10 * SECOND_MS };

/**
 * Keeps what machines have beyond what their rows say from being sold: GPUs, addresses, ports. It is kept until their rows agree, or the
 * machines are gone. `unknown`: machines without a row that the engine has now, and those whose state or place differs from their rows:
 * restored or moved since the copy that the database was restored from, on a host that was renamed, or on another engine according to their
 * rows, as after one was renamed. For every look, before the engine's hosts go on sale.
 */
export async function holdForUnknown(ctx: Ctx, engine: Engine, unknown: readonly string[]): Promise<void> {
  const held = await selectOrphansWithGpus(ctx.db.sql, engine.name);
  for (const serverId of unknown) await apart(ctx, serverId, () => hold(ctx, engine, serverId));
  for (const serverId of held) if (!unknown.includes(serverId)) await apart(ctx, serverId, () => release(ctx, engine, serverId));
}

/** A machine about which the engine gives no answer keeps what it has, and must not hold up the others. */
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
  // Runs every minute, so only what is not held yet is worth the pools' locks.
  if (!(await selectFoundGpus(ctx.db.sql, on)).some((gpu) => holderOf(gpu) === null)) return;
  await ctx.transact(async (tx) => {
    await lockPoolsOf(tx, host.id);
    await keepForOrphan(tx, on);
  });
}

/**
 * A list made while a machine moves may not include it. So what it has is free only once the engine says that it is gone, or where its row
 * says.
 */
async function release(ctx: Ctx, engine: Engine, serverId: string): Promise<void> {
  const { power, hostName } = await engine.observe(serverId, answerSignal(engine, 'look', AT_LEAST));
  const isGone = power === 'absent' || power === 'hibernated';
  const isBack =
    hostName !== null && power !== 'unreachable' && (await isAtRestOn(ctx.db.sql, { serverId, engine: engine.name, hostName }));
  if (isGone || isBack) await ctx.transact((tx) => releaseOrphan(tx, { serverId, at: ctx.clock.now() }));
}
