import { EngineError, EngineSilent, type Engine, type EngineCause, type EngineSilence } from '../engine.ts';
import type { Query } from './schema.ts';

export type EngineCall = Exclude<keyof Engine, 'name' | 'can' | 'limits' | 'answers'>;

/** Which calls a fault affects: all that match the given fields. `times` omitted: until `clear`. */
export interface CallFault {
  readonly times?: number;
  readonly call?: EngineCall;
  readonly serverId?: string;
}

/** Faults that can be injected. Stored in the database, so they affect every process, also after a restart. */
export interface Faults {
  /** The next boots, resumptions and reboots end in `failed`. */
  bootFails(fault: { serverId?: string; times?: number; cause?: EngineCause }): Promise<void>;
  /** Whatever boots with this GPU ends in `failed` because of it; running machines keep running. */
  gpuDies(gpu: { hostName: string; slot: number }): Promise<void>;
  gpuWorks(gpu: { hostName: string; slot: number }): Promise<void>;
  /** The next backups end in `failed`. */
  backupFails(fault: { serverId?: string; times?: number; cause?: EngineCause }): Promise<void>;
  /** Guests ignore every request to shut down: stopping, hibernating or rebooting their machines takes the whole grace time. */
  guestNeverEnds(fault: { serverId?: string }): Promise<void>;
  /** The host stops answering: its machines are `unreachable` and calls on them time out, while they keep running. */
  hostLost(hostName: string): Promise<void>;
  hostBack(hostName: string): Promise<void>;
  /** The engine as a whole is silent; its machines keep running. */
  engineSilent(silence: EngineSilence): Promise<void>;
  engineBack(): Promise<void>;
  /** The host has no room for another machine's disks; existing machines keep running. */
  diskFull(hostName: string): Promise<void>;
  diskCleared(hostName: string): Promise<void>;
  /** Transitions that begin from now on take `factor` times as long. */
  slow(fault: { factor: number }): Promise<void>;
  /** Calls do their work, then throw `timeout`. */
  answersLost(fault: CallFault): Promise<void>;
  /** Calls throw before any work; `cause` is `unknown` unless given. */
  callsFail(fault: CallFault & { cause?: EngineCause }): Promise<void>;
  /** Ends every fault; lost hosts answer again, and dead GPUs work. */
  clear(): Promise<void>;
}

/** The faults that affect one call, read once at its start. */
export interface ArmedFaults {
  readonly lostHosts: ReadonlySet<string>;
  readonly fullHosts: ReadonlySet<string>;
  readonly silence: EngineSilence | null;
  readonly slowFactor: number;
  readonly armed: ReadonlySet<CountedKind>;
}

type CountedKind = 'boot_fails' | 'backup_fails' | 'call_fails' | 'answer_lost' | 'never_ends';

interface StandingFault {
  readonly kind: CountedKind | 'host_lost' | 'disk_full' | 'engine_silent' | 'slow';
  readonly hostName: string | null;
  readonly factor: number | null;
  readonly silence: EngineSilence | null;
}

export interface Strike {
  /** The id of its fault. */
  readonly id: number;
  readonly cause: EngineCause;
}

export interface FaultStore extends Faults {
  standing(): Promise<ArmedFaults>;
  /** Uses up one occurrence of the oldest matching fault; each one affects a single call, whichever process makes it. */
  strike(kind: 'call_fails' | 'answer_lost', at: { serverId: string | null; call: EngineCall }): Promise<Strike | null>;
  /** Whether a machine's guest ignores every request to shut down. */
  neverEnds(serverId: string): Promise<boolean>;
  /** Whether one of a host's GPUs is dead. */
  anyDead(hostName: string, slots: readonly number[]): Promise<boolean>;
  /**
   * The failure in which a boot or backup would end. The statement that begins the boot or backup uses it up, so only one that begins does.
   */
  nextFailure(kind: 'boot_fails' | 'backup_fails', serverId: string): Promise<Strike | null>;
}

export function faultStore(query: Query): FaultStore {
  const arm = async (kind: CountedKind, fault: CallFault & { cause?: EngineCause }) => {
    await query('insert into simulated_engine.fault (kind, server_id, call, remaining, cause) values ($1, $2, $3, $4, $5)', [
      kind,
      fault.serverId ?? null,
      fault.call ?? null,
      fault.times ?? null,
      fault.cause ?? 'unknown',
    ]);
  };

  const nextFailure = async (kind: 'boot_fails' | 'backup_fails' | 'never_ends', serverId: string) => {
    const [next] = await query<Strike>(
      `select id, cause from simulated_engine.fault
       where kind = $2 and (server_id is null or server_id = $1) and (remaining is null or remaining > 0)
       order by id limit 1`,
      [serverId, kind],
    );
    return next ?? null;
  };

  const strike = async (kind: 'host_lost' | 'disk_full', hostName: string) =>
    void (await query(
      `insert into simulated_engine.fault (kind, host_name) values ('${kind}', $1) on conflict (host_name) where kind = '${kind}' do nothing`,
      [hostName],
    ));
  const mend = async (kind: 'host_lost' | 'disk_full', hostName: string) =>
    void (await query('delete from simulated_engine.fault where kind = $1 and host_name = $2', [kind, hostName]));

  return {
    bootFails: (fault) => arm('boot_fails', fault),
    backupFails: (fault) => arm('backup_fails', fault),
    guestNeverEnds: (fault) => arm('never_ends', fault),
    answersLost: (fault) => arm('answer_lost', { ...fault, cause: 'timeout' }),
    callsFail: (fault) => arm('call_fails', fault),
    async gpuDies({ hostName, slot }) {
      await query('insert into simulated_engine.dead_gpu (host_name, slot) values ($1, $2) on conflict do nothing', [hostName, slot]);
    },
    async gpuWorks({ hostName, slot }) {
      await query('delete from simulated_engine.dead_gpu where host_name = $1 and slot = $2', [hostName, slot]);
    },
    hostLost: (hostName) => strike('host_lost', hostName),
    hostBack: (hostName) => mend('host_lost', hostName),
    async engineSilent(silence) {
      await query(`insert into simulated_engine.fault (kind, cause) values ('engine_silent', $1)`, [silence]);
    },
    async engineBack() {
      await query(`delete from simulated_engine.fault where kind = 'engine_silent'`);
    },
    diskFull: (hostName) => strike('disk_full', hostName),
    diskCleared: (hostName) => mend('disk_full', hostName),
    async slow({ factor }) {
      await query(
        `insert into simulated_engine.fault (kind, factor) values ('slow', $1)
         on conflict (kind) where kind = 'slow' do update set factor = excluded.factor`,
        [factor],
      );
    },
    async clear() {
      await query('with worked as (delete from simulated_engine.dead_gpu) delete from simulated_engine.fault');
    },

    async standing() {
      const faults = await query<StandingFault>(
        `select distinct kind, host_name as "hostName", factor, case when kind = 'engine_silent' then cause end as silence
         from simulated_engine.fault where remaining is null or remaining > 0`,
      );
      const lostHosts = new Set<string>();
      const fullHosts = new Set<string>();
      let silence: EngineSilence | null = null;
      const armed = new Set<CountedKind>();
      let slowFactor = 1;
      for (const fault of faults) {
        const { kind, hostName, factor } = fault;
        if (kind === 'slow') slowFactor = factor ?? 1;
        else if (kind === 'engine_silent') silence = fault.silence;
        else if (kind === 'host_lost') lostHosts.add(hostName ?? '');
        else if (kind === 'disk_full') fullHosts.add(hostName ?? '');
        else armed.add(kind);
      }
      return { lostHosts, fullHosts, silence, slowFactor, armed };
    },
    async strike(kind, { serverId, call }) {
      const [struck] = await query<Strike>(
        `update simulated_engine.fault set remaining = remaining - 1
         where id = (
           select id from simulated_engine.fault
           where kind = $1 and (call is null or call = $2) and (server_id is null or server_id = $3)
             and (remaining is null or remaining > 0)
           order by id limit 1 for update)
         returning id, cause`,
        [kind, call, serverId],
      );
      return struck ?? null;
    },
    nextFailure,
    async anyDead(hostName, slots) {
      const dead = await query('select from simulated_engine.dead_gpu where host_name = $1 and slot = any($2)', [hostName, slots]);
      return dead.length > 0;
    },
    neverEnds: async (serverId) => (await nextFailure('never_ends', serverId)) !== null,
  };
}

/** The error of a call that a fault affected. */
export function struckError(call: EngineCall, strike: Strike): EngineError {
  return new EngineError(strike.cause, `A fault struck ${call} in the simulated engine.`);
}

/** The error of a call while the engine as a whole is silent. */
export function silentError(call: EngineCall, silence: EngineSilence): EngineError {
  const message = `The simulated engine is not heard (${silence}), as a fault of it says.`;
  return call === 'hosts' || call === 'list' || call === 'leftovers' || call === 'holder'
    ? new EngineSilent(silence, message)
    : new EngineError('timeout', message);
}
