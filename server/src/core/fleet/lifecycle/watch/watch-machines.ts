import { answerSignal } from '../../../../engines/answer-limits.ts';
import { EngineError, type Engine, type MachinePower, type Observed } from '../../../../engines/engine.ts';
import type { EngineHost } from '../../../../engines/engine-hosts.ts';
import type { HostSilence } from '@boreal/contract/fleet/hosts.ts';
import { SECOND_MS } from '../../../../kit/clock.ts';
import { noteDisks, noteFound } from '../../capacity/hosts/found.store.ts';
import { hostsWithoutAddress } from '../../capacity/hosts/host-rooms.store.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';
import { shareMeterMark } from '../../../money/clocks/meter-mark.store.ts';
import { gpuTarget } from '../../capacity/gpus/change-gpu.ts';
import { findMissingGpus, quarantineMissing } from '../../capacity/health/missing-gpus.ts';
import { noteGivenGpus } from '../../capacity/gpus/given-gpus.ts';
import { markReachable } from '../../capacity/hosts.store.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { recordEvent } from '../../servers/events/events.store.ts';
import { holdForUnknown } from '../../adoption/hold-for-unknown.ts';
import { noteLook } from '../../restores/restores.store.ts';
import { findAwake, findAway, findOrphans } from './find-orphans.store.ts';
import { listenToEngine, type Heard, type Quiet, type Unheard } from './listen-to-engine.ts';
import { giveUp } from '../converge/give-up.ts';
import { deadlineOf } from '../../servers/begin-move.ts';
import { changeServer, findWatchedServer, listWatchedServers, lockServer, type WatchedServer } from '../../servers/servers.store.ts';
import { wakeServer } from '../../servers/wake-server.store.ts';

/** The least time an engine gets to answer. */
const AT_LEAST = { atLeastMs: 30 * SECOND_MS };

export interface WatchReport {
  /** Set if the engine as a whole does not answer. `counts`: it no longer counts as restarting. */
  readonly unheard: Unheard | null;
  /** Machines of servers that we do not know: an operator must look at them. They are left alone. */
  readonly unknown: readonly string[];
  /** Machines of servers whose own machine is on another engine, as after a box was copied. They are left alone. */
  readonly copies: readonly string[];
  /** Servers with nothing in progress whose machines are on another host than their rows say. */
  readonly away: readonly string[];
  /** Servers whose machines have GPUs of their host that are not declared there. */
  readonly undeclared: readonly string[];
  /** Names of hosts that went silent, and of those that answer again. */
  readonly hosts: { readonly silent: readonly string[]; readonly back: readonly string[] };
  /** Input of the next look, for what only counts when seen twice. */
  readonly seen: Seen;
  /** Names of hosts with free GPUs but no address left for another server: nothing more is sold there. */
  readonly withoutAddress: readonly string[];
}

/** Servers, by what one look saw of their machines. */
export interface Seen {
  /** Their host did not answer. */
  readonly silent: ReadonlySet<string>;
  /** The engine as a whole did not answer. */
  readonly quiet: Quiet | null;
  /** Nothing was in progress, and their machines were still coming up, had failed, or were deleted but are still kept. */
  readonly comingUp: ReadonlySet<string>;
  /** GPUs for sale that their host did not list, as `hostId/slot`. */
  readonly missingGpus: ReadonlySet<string>;
}

/**
 * Compares every machine of an engine with its server. A host that stopped answering puts its servers in ERROR, whatever was in progress,
 * because nobody pays for a machine that cannot be reached. If nothing is in progress, a machine that vanished also puts its server in
 * ERROR, one that is back recovers it, and a guest that powered itself off is STOPPED. Reads rows, then the engine, then rows again, and
 * leaves alone whatever changed in between.
 *
 * `before`: some findings only count if the previous look had them too. A host is lost only if it was silent then, because one that
 * restarts its engine is back sooner. A machine is helped along if it was already coming up by itself then, after its guest restarted it or
 * its host was down, or had failed then, or had been deleted by somebody while the cloud still keeps it. A GPU is no longer sold if its
 * host did not list it then either.
 *
 * An engine that does not answer at all for longer than a restart takes counts as all of its hosts: nothing more is sold on them, and if
 * nobody answers, their servers are in ERROR.
 */
export async function watchMachines(ctx: Ctx, engine: Engine, before?: Seen): Promise<WatchReport> {
  const watched = await listWatchedServers(ctx.db.sql, engine.name);
  const heard = await listenToEngine(ctx, engine, before && before.quiet);
  const { unknown, copies } =
    heard.is === 'quiet'
      ? { unknown: [], copies: [] }
      : await findOrphans(
          ctx,
          engine.name,
          heard.machines.map(({ serverId }) => serverId),
        );
  // Before its hosts go on sale: after an older database was restored, customers have these GPUs.
  const undeclared = heard.is === 'quiet' ? [] : await noteGivenGpus(ctx, engine, { machines: heard.machines, watched });
  const away = heard.is === 'quiet' ? [] : await findAway(ctx, engine.name, heard.machines);
  if (heard.is !== 'quiet') {
    const awake = await findAwake(ctx, engine.name, heard.machines);
    await holdForUnknown(ctx, engine, [...new Set([...unknown, ...copies, ...awake, ...away, ...undeclared])]);
    await noteLook(ctx.db.sql, { engine: engine.name, at: ctx.clock.now() });
  }
  const hosts = await watchHosts(ctx, engine, heard);
  const withoutAddress = await hostsWithoutAddress(ctx.db.sql, engine.name);
  if (heard.is === 'quiet') {
    if (heard.counts && heard.as === 'no_answer') for (const server of watched) await loseHost(ctx, server);
    // This look has not seen any of what only counts when seen twice.
    const seen = { silent: new Set<string>(), comingUp: new Set<string>(), missingGpus: new Set<string>(), quiet: heard.quiet };
    return { unheard: heard, seen, unknown: [], copies: [], away, undeclared, hosts, withoutAddress };
  }
  const machines = new Map(heard.machines.map((machine) => [machine.serverId, machine]));
  await noteDisks(
    ctx.db.sql,
    engine.name,
    [...machines.values()].flatMap(({ serverId, disksOn }) => (disksOn == null ? [] : [{ serverId, hostName: disksOn }])),
  );
  const missingGpus = await watchGpus(ctx, engine, heard.hosts, before);
  const seen = { silent: new Set<string>(), comingUp: new Set<string>(), missingGpus, quiet: null };
  for (const server of watched) {
    let sight = judge(server, machines.get(server.id));
    // A list made while a machine moves from one host to another may not include it.
    if (sight === 'machine lost') sight = await lookAgain(ctx, engine, server);
    if (sight === 'host lost') seen.silent.add(server.id);
    if (sight === 'coming up') seen.comingUp.add(server.id);
    if (sight === 'host lost' && before?.silent.has(server.id) === false) continue;
    if (sight === 'coming up' && !before?.comingUp.has(server.id)) continue;
    if (sight !== 'as it should be') await settle(ctx, server, sight);
  }
  return { unheard: null, seen, unknown, copies, away, undeclared, hosts, withoutAddress };
}

/** Stops sales on silent hosts, and limits sales on the others to what they have. */
async function watchHosts(ctx: Ctx, { name: engine }: Engine, heard: Heard): Promise<WatchReport['hosts']> {
  if (heard.is === 'quiet') {
    const { counts, quiet, as } = heard;
    if (!counts) return { silent: [], back: [] };
    return markReachable(ctx.db.sql, { engine, reachable: [], whys: new Map(), others: `engine_${as}`, at: quiet.since });
  }
  await noteFound(ctx.db.sql, engine, heard.hosts);
  const reachable: string[] = [];
  const whys = new Map<string, HostSilence>();
  for (const host of heard.hosts) {
    const why = whyNotSold(host);
    if (why === null) reachable.push(host.name);
    else whys.set(host.name, why);
  }
  return markReachable(ctx.db.sql, { engine, reachable, whys, others: 'unknown_host', at: ctx.clock.now() });
}

/**
 * Stops sales of a GPU that two looks in a row do not find; a single look may fall into a reset of it. Returns those that this look misses.
 */
async function watchGpus(ctx: Ctx, engine: Engine, hosts: readonly EngineHost[], before?: Seen): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  for (const gpu of await findMissingGpus(ctx, engine, hosts)) {
    const key = gpuTarget(gpu);
    missing.add(key);
    if (before?.missingGpus.has(key)) await quarantineMissing(ctx, gpu);
  }
  return missing;
}

function whyNotSold({ reachable, withheld }: EngineHost): HostSilence | null {
  return reachable ? (withheld ?? null) : 'no_answer';
}

/** For an engine that does not answer: the state of its machines is unknown, and nobody pays for them. */
async function loseHost(ctx: Ctx, server: WatchedServer): Promise<void> {
  if (judge(server, { power: 'unreachable' }) === 'host lost') await settle(ctx, server, 'host lost');
}

/**
 * The same for one server, as soon as its engine reports a change of its machine. Leaves what only counts when seen twice to the full look.
 */
export async function watchMachine(ctx: Ctx, engine: Engine, serverId: string): Promise<void> {
  const server = await findWatchedServer(ctx.db.sql, { engine: engine.name, serverId });
  if (!server) return;
  const sight = judge(server, await observe(engine, serverId));
  if (sight !== 'as it should be' && sight !== 'host lost' && sight !== 'coming up') await settle(ctx, server, sight);
}

/** If the engine does not report the state of one machine, nothing is known about it, and the others are still looked at. */
async function lookAgain(ctx: Ctx, engine: Engine, server: WatchedServer): Promise<Sight> {
  try {
    return judge(server, await observe(engine, server.id));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    ctx.log.warn({ err: error, serverId: server.id }, 'an engine lists no machine of a server, and does not say whether it is gone');
    return 'as it should be';
  }
}

function observe(engine: Engine, serverId: string): Promise<Observed> {
  return engine.observe(serverId, answerSignal(engine, 'look', AT_LEAST));
}

type Sight = 'as it should be' | 'host lost' | 'machine lost' | 'powered off' | 'coming up' | 'recovered';

function judge(server: WatchedServer, machine: Pick<Observed, 'power' | 'softDeleted'> | undefined): Sight {
  const power = machine?.power ?? 'absent';
  if (power === 'unreachable') return server.status === 'ERROR' ? 'as it should be' : 'host lost';
  if (server.busy) return 'as it should be';
  if (server.status === 'ERROR') return isBack(server, power) ? 'recovered' : 'as it should be';
  if (power === 'absent') return 'machine lost';
  // Off, and about to be gone for good with its disks: it was not us who deleted it.
  if (machine?.softDeleted) return 'coming up';
  if (server.status === 'ACTIVE' && power === 'stopped') return 'powered off';
  // A machine that failed while it ran does not come up by itself, and its customer pays for it.
  if (server.status === 'ACTIVE' && (power === 'starting' || power === 'failed')) return 'coming up';
  return 'as it should be';
}

/**
 * Whether it is where it should be, or, after its host was lost, in any state on the way there: a host may come back with its machines off,
 * or coming up.
 */
function isBack(server: WatchedServer, power: MachinePower): boolean {
  return power === server.goal || (server.phase === 'host_lost' && ['running', 'starting', 'stopped'].includes(power));
}

function settle(ctx: Ctx, seen: WatchedServer, sight: Exclude<Sight, 'as it should be'>): Promise<void> {
  return ctx.transact(async (tx) => {
    await shareMeterMark(tx);
    await lockAccount(tx, seen.accountId);
    const server = await lockServer(tx, seen.id);
    if (!server || server.intent !== seen.intent || server.status !== seen.status) return;
    if (sight !== 'host lost' && server.convergeAt !== null) return;
    switch (sight) {
      case 'host lost':
        await giveUp(tx, ctx, server, 'HOST_LOST');
        return;
      case 'machine lost':
        await giveUp(tx, ctx, server, 'MACHINE_LOST');
        return;
      case 'coming up':
      case 'recovered':
        await changeServer(tx, server, {
          at: ctx.clock.now(),
          change: { deadlineAt: await deadlineOf(tx, ctx.clock, server, 'start') },
        });
        await wakeServer(tx, { serverId: server.id, at: ctx.clock.now() });
        return;
      case 'powered off':
        await changeServer(tx, server, { at: ctx.clock.now(), change: { status: 'STOPPED', goal: 'stopped' } });
        await recordEvent(tx, ctx, {
          server,
          type: 'server.powered_off',
          level: 'warning',
          fromStatus: server.status,
          toStatus: 'STOPPED',
          reason: 'GUEST_POWERED_OFF',
        });
        return;
    }
  });
}
