import { EngineError, type Engine, type EngineCause, type Observed, type ObservedBackup } from '../../../../engines/engine.ts';
import { leavesGpus } from '../../capacity/places/capacity.store.ts';
import { blameFor, isRefusal, mayGoElsewhere } from './blame.rules.ts';
import { machineSpec } from './machine-spec.ts';
import { isOff, isOnItsWay } from './power.rules.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { bootFailureOf } from './silence.rules.ts';
import { machineFirewall } from '../../firewall/firewall.store.ts';
import { holdForwards } from '../../forwards/hold-forwards.ts';
import type { ClaimedServer, ServerRow } from '../../servers/servers.store.ts';

/** The version of the rules that a server starts with. */
const FIRST_FIREWALL = 1;

export type EngineAnswer =
  | { readonly is: 'observed'; readonly machine: Observed; readonly firewallVersion: number | null }
  /** `machine`: its state afterwards, if that decides whether it may start elsewhere. `words`: the engine's own, for operators. */
  | { readonly is: 'failed'; readonly engineCause: EngineCause; readonly machine?: Observed | null; readonly words?: string }
  /** For a server whose backup is being made. */
  | { readonly is: 'backup'; readonly backup: ObservedBackup }
  /** Another machine has yet to leave its GPUs, so the engine was not called. */
  | { readonly is: 'awaiting GPUs' };

/** Asks the engine for what the server's goal needs now. A failing engine is an outcome; its text only goes to the log. */
export async function askEngine(ctx: Ctx, engine: Engine, server: ClaimedServer): Promise<EngineAnswer> {
  if (server.goal === 'running' && server.backupId === null && server.awaitsGpus) return { is: 'awaiting GPUs' };
  const signal = AbortSignal.timeout(engine.answers.work);
  try {
    if (server.backupId !== null) return { is: 'backup', backup: await askBackup(engine, server, server.backupId, signal) };
    const machine = await ensureGoal(ctx, engine, server, signal);
    const firewallVersion = await ensureFirewall(ctx, engine, server, machine, signal);
    return { is: 'observed', machine, firewallVersion };
  } catch (error) {
    const engineCause = error instanceof EngineError ? error.engineCause : signal.aborted ? 'timeout' : 'unknown';
    ctx.log.warn({ err: error, serverId: server.id, goal: server.goal, engineCause }, 'an engine call failed');
    const { final } = bootFailureOf(server, engineCause, null);
    const refused = engine.can.placement === 'engine' && isRefusal(engineCause);
    const mayMove = (refused || blameFor(server, { cause: engineCause, final }) !== null) && mayGoElsewhere(server);
    const mayStay = server.task === 'moving';
    const machine = mayMove || mayStay ? await lookAfterwards(ctx, engine, server) : null;
    return { is: 'failed', engineCause, machine, ...(refused && { words: ownWords(error) }) };
  }
}

/** The longest excerpt that an operator needs. */
const WORDS_MAX = 300;

/** What the engine itself said: the innermost error in the chain of causes. */
function ownWords(error: unknown): string {
  let said = '';
  for (let at = error; at instanceof Error; at = at.cause) said = at.message;
  return said.replaceAll(/\s+/g, ' ').trim().slice(0, WORDS_MAX);
}

/** The state of a machine after a failed call, whose work may have been done all the same. */
async function lookAfterwards(ctx: Ctx, engine: Engine, server: ServerRow): Promise<Observed | null> {
  try {
    return await engine.observe(server.id, AbortSignal.timeout(engine.answers.look));
  } catch (error) {
    ctx.log.warn({ err: error, serverId: server.id }, 'the engine does not say what became of a machine');
    return null;
  }
}

/** A backup last seen in progress is only observed: requesting it again would begin another if it were gone. */
function askBackup(engine: Engine, server: ServerRow, backupId: string, signal: AbortSignal): Promise<ObservedBackup> {
  return server.phase === 'saving' ? engine.observeBackup(backupId, signal) : engine.backup(server.id, backupId, signal);
}

async function ensureGoal(ctx: Ctx, engine: Engine, server: ServerRow, signal: AbortSignal): Promise<Observed> {
  // A boot last seen in progress is only observed: requesting it again would hide a failed boot behind the next one.
  if (server.phase === 'under_way') {
    const machine = await engine.observe(server.id, signal);
    // Calls the engine even if the machine is off or gone: its rules, disks and addresses may still have to go.
    if (server.goal === 'running' || isOnItsWay(server.goal, machine.power)) return machine;
  }
  switch (server.goal) {
    case 'gone':
      return engine.ensureGone(server.id, signal);
    case 'hibernated':
      return engine.ensureHibernated(server.id, signal);
    case 'stopped':
      return server.givingUp === null ? ensureStoppedThere(ctx, engine, server, signal) : engine.ensureStopped(server.id, signal);
    case 'running':
      return server.rebootIntent === null
        ? ensureRunningThere(ctx, engine, server, signal)
        : rebootThere(ctx, engine, server, { token: String(server.rebootIntent), signal });
  }
}

/** Off, and on the host where it should be. */
async function ensureStoppedThere(ctx: Ctx, engine: Engine, server: ServerRow, signal: AbortSignal): Promise<Observed> {
  const machine = await engine.ensureStopped(server.id, signal);
  if (machine.power !== 'stopped' || server.hostId === null) return machine;
  const spec = await machineSpec(ctx, server);
  if (machine.hostName === spec.hostName) return machine;
  const where = await engine.relocate(spec, signal);
  return where === 'there' ? { ...machine, hostName: spec.hostName } : { ...machine, power: 'stopping' };
}

/**
 * Switches a running machine that is being moved off first, and reports it as off once, because its clock stops there; only then boots it
 * where it should be. The same for a machine that a late call booted on the GPUs on which it had failed before.
 */
async function ensureRunningThere(ctx: Ctx, engine: Engine, server: ServerRow, signal: AbortSignal): Promise<Observed> {
  const spec = await machineSpec(ctx, server);
  const changesPlace = server.movingFrom !== null || (server.attempts > 0 && (await leavesGpus(ctx.db.sql, server.id)));
  if (changesPlace && server.phase !== 'off_to_move') {
    const machine = await engine.observe(server.id, signal);
    if (machine.hostName !== null && machine.hostName !== spec.hostName) {
      if (!isOff(machine.power)) return engine.ensureStopped(server.id, signal);
      if (server.movingFrom !== null) return machine;
    }
  }
  return engine.ensureRunning(spec, signal);
}

/**
 * If a machine's host was lost during its move, a reboot first takes it to its new host: booted where it is, it would be on GPUs that are
 * sold to others as soon as it runs.
 */
async function rebootThere(ctx: Ctx, engine: Engine, server: ServerRow, how: { token: string; signal: AbortSignal }): Promise<Observed> {
  const { token, signal } = how;
  if (await leavesGpus(ctx.db.sql, server.id)) {
    const [{ hostName }, spec] = [await engine.observe(server.id, signal), await machineSpec(ctx, server)];
    if (hostName !== null && hostName !== spec.hostName) {
      const machine = await ensureStoppedThere(ctx, engine, server, signal);
      if (machine.power !== 'stopped') return machine;
    }
  }
  return engine.reboot(server.id, token, signal);
}

/** Pushes rules that changed since the machine last got them; null if there was nothing to push. */
async function ensureFirewall(ctx: Ctx, engine: Engine, server: ServerRow, machine: Observed, signal: AbortSignal): Promise<number | null> {
  if (machine.power !== 'running' || server.firewallAppliedVersion >= server.firewallVersion) return null;
  // A machine is made with the current rules, and they have not changed since.
  if (server.firstActiveAt === null && server.firewallVersion === FIRST_FIREWALL) return server.firewallVersion;
  const rules = await machineFirewall(ctx.db.sql, server.id);
  await engine.applyFirewall(server.id, rules, signal);
  const forwards = server.hostId === null ? null : await holdForwards(ctx, { serverId: server.id, hostId: server.hostId, rules });
  if (forwards) await engine.applyForwards?.(server.id, forwards, signal);
  return server.firewallVersion;
}
