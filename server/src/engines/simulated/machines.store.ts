import { z } from 'zod';
import type { MachineFirewallRule, MachineForwards, MachineSpec } from '../engine.ts';
import { slotsIn } from './gpus.rules.ts';
import type { Strike } from './faults.ts';
import type { Machine } from './machine.rules.ts';
import type { RunningPeriod } from './metrics.rules.ts';
import type { Query } from './schema.ts';

/**
 * `outrun`: someone else changed the machine, or used up the fault, meanwhile: look again. The other two say what another machine holds.
 */
export type Written = { readonly machine: Machine } | 'outrun' | 'slot_held' | 'address_held';

export interface MachineChange {
  /** The spec for its boots from now on; null: as before. */
  readonly spec: MachineSpec | null;
  /** The GPUs it holds from now on; null: as before. */
  readonly gpuSlots: readonly number[] | null;
  /** The running period that ends with the change. */
  readonly ran: { readonly startedAt: Date; readonly endedAt: Date } | null;
  /** The boot failure the change uses up. */
  readonly strike: Strike | null;
}

/** All SQL on machines, their GPUs and their running times. Each function is one statement, safe beside any other. */
export interface MachineStore {
  find(serverId: string): Promise<Machine | null>;
  list(): Promise<readonly Machine[]>;
  /** Adds the machine with its GPUs; `strike`: the boot failure it uses up. */
  add(machine: Machine, spec: MachineSpec, strike: Strike | null): Promise<Written>;
  /** Replaces the machine if it still is at `machine.version`. */
  replace(machine: Machine, change: MachineChange): Promise<Written>;
  /** Records what has become true by `at`: hibernated machines release GPUs and addresses, deleted ones release everything. */
  settle(at: Date): Promise<void>;
  /** Which machines hold which GPUs of a host. */
  cardsOf(hostName: string): Promise<readonly { readonly slot: number; readonly serverId: string }[]>;
  /** False when there is no such machine. */
  setFirewall(serverId: string, rules: readonly MachineFirewallRule[]): Promise<boolean>;
  /** False when there is no such machine. */
  setForwards(serverId: string, forwards: MachineForwards): Promise<boolean>;
  firewallOf(serverId: string): Promise<readonly MachineFirewallRule[] | null>;
  specOf(serverId: string): Promise<MachineSpec | null>;
  /** Finished running periods that overlap [from, to), in order. */
  periods(serverId: string, window: { from: Date; to: Date }): Promise<readonly RunningPeriod[]>;
}

const columns = `server_id as "serverId", host_name as "hostName", via, to_power as "toPower", started_at as "startedAt",
  ready_at as "readyAt", failure, reboot_token as "rebootToken", pending_reboot_token as "pendingRebootToken", ipv4, ipv6,
  address_generation as "addressGeneration", has_run as "hasRun", version`;

export function machineStore(query: Query): MachineStore {
  return {
    async find(serverId) {
      const [machine] = await query<Machine>(`select ${columns} from simulated_engine.machine where server_id = $1`, [serverId]);
      return machine ?? null;
    },
    list: () => query<Machine>(`select ${columns} from simulated_engine.machine order by server_id`),

    add: (machine, spec, strike) =>
      written(
        query<Machine>(addSql, [
          ...values(machine),
          JSON.stringify(spec),
          JSON.stringify(spec.firewall),
          slotsIn(spec),
          strike?.id ?? null,
        ]),
      ),
    replace: (machine, { spec, gpuSlots, ran, strike }) =>
      written(
        query<Machine>(replaceSql, [
          ...values(machine),
          spec && JSON.stringify(spec),
          spec && JSON.stringify(spec.firewall),
          gpuSlots,
          strike?.id ?? null,
          machine.version,
          ran?.startedAt ?? null,
          ran?.endedAt ?? null,
        ]),
      ),
    async settle(at) {
      await query(settleSql, [at]);
    },

    cardsOf: (hostName) =>
      query<{ slot: number; serverId: string }>(
        'select slot, server_id as "serverId" from simulated_engine.gpu_slot where host_name = $1 order by slot',
        [hostName],
      ),
    async setFirewall(serverId, rules) {
      const sql = 'update simulated_engine.machine set firewall = $2 where server_id = $1 returning server_id';
      return (await query(sql, [serverId, JSON.stringify(rules)])).length === 1;
    },
    async setForwards(serverId, forwards) {
      const sql = `update simulated_engine.machine set spec = jsonb_set(spec, '{forwards}', $2::jsonb) where server_id = $1 returning server_id`;
      return (await query(sql, [serverId, JSON.stringify(forwards)])).length === 1;
    },
    async firewallOf(serverId) {
      const sql = 'select firewall from simulated_engine.machine where server_id = $1';
      const [row] = await query<{ firewall: readonly MachineFirewallRule[] }>(sql, [serverId]);
      return row?.firewall ?? null;
    },
    async specOf(serverId) {
      const [row] = await query<{ spec: MachineSpec }>('select spec from simulated_engine.machine where server_id = $1', [serverId]);
      return row?.spec ?? null;
    },
    periods: (serverId, { from, to }) =>
      query<RunningPeriod>(
        `select started_at as "startedAt", ended_at as "endedAt" from simulated_engine.running_period
         where server_id = $1 and ended_at > $2 and started_at < $3 order by started_at`,
        [serverId, from, to],
      ),
  };
}

/** $1 to $13, in both statements. */
function values(machine: Machine): readonly unknown[] {
  return [
    machine.serverId,
    machine.hostName,
    machine.via,
    machine.toPower,
    machine.startedAt,
    machine.readyAt,
    machine.failure,
    machine.rebootToken,
    machine.pendingRebootToken,
    machine.ipv4,
    machine.ipv6,
    machine.addressGeneration,
    machine.hasRun,
  ];
}

const addSql = `
with made as (
  insert into simulated_engine.machine
    (server_id, host_name, via, to_power, started_at, ready_at, failure, reboot_token, pending_reboot_token, ipv4, ipv6,
     address_generation, has_run, spec, firewall, version, system_disk)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::jsonb, $15, 1, coalesce(source.content, '')
  from (select ($14::jsonb ->> 'fromBackupId') as backup_id) wanted
  left join simulated_engine.backup source on source.backup_id = wanted.backup_id
  -- A backup that has just gone: the next try is refused.
  where wanted.backup_id is null or source.backup_id is not null
  on conflict (server_id) do nothing
  returning ${columns}
), struck as (
  update simulated_engine.fault set remaining = remaining - 1 from made where fault.id = $17
), taken as (
  insert into simulated_engine.gpu_slot (host_name, slot, server_id)
  select made."hostName", wanted.slot, made."serverId" from made, unnest($16::integer[]) as wanted (slot) order by wanted.slot
)
select * from made`;

// GPUs the machine already holds are neither freed nor taken: one statement must not delete and insert the same key.
const replaceSql = `
with moved as (
  update simulated_engine.machine set
    host_name = $2, via = $3, to_power = $4, started_at = $5, ready_at = $6, failure = $7, reboot_token = $8,
    pending_reboot_token = $9, ipv4 = $10, ipv6 = $11, address_generation = $12, has_run = $13,
    spec = coalesce($14::jsonb, spec), firewall = coalesce($15::jsonb, firewall), version = version + 1
  where server_id = $1 and version = $18
  returning ${columns}
), ran as (
  insert into simulated_engine.running_period (server_id, started_at, ended_at)
  select "serverId", $19::timestamptz, $20::timestamptz from moved where $19::timestamptz is not null
), struck as (
  update simulated_engine.fault set remaining = remaining - 1 from moved where fault.id = $17
), freed as (
  delete from simulated_engine.gpu_slot held using moved
  where held.server_id = moved."serverId" and $16::integer[] is not null
    and not (held.host_name = moved."hostName" and held.slot = any ($16::integer[]))
), taken as (
  insert into simulated_engine.gpu_slot (host_name, slot, server_id)
  select moved."hostName", wanted.slot, moved."serverId" from moved, unnest($16::integer[]) as wanted (slot)
  where not exists (
    select from simulated_engine.gpu_slot held
    where held.server_id = moved."serverId" and held.host_name = moved."hostName" and held.slot = wanted.slot)
  order by wanted.slot
)
select * from moved`;

// A row that someone else is changing is skipped, so two settlers never wait for each other.
const settleSql = `
with hibernated as (
  select server_id from simulated_engine.machine
  where to_power = 'hibernated' and ipv4 is not null and ready_at <= $1 for update skip locked
), released as (
  update simulated_engine.machine machine set ipv4 = null, ipv6 = null, has_run = false, version = version + 1
  from hibernated where machine.server_id = hibernated.server_id
), freed as (
  delete from simulated_engine.gpu_slot held using hibernated where held.server_id = hibernated.server_id
), gone as (
  select server_id from simulated_engine.machine where to_power = 'absent' and ready_at <= $1 for update skip locked
)
delete from simulated_engine.machine machine using gone where machine.server_id = gone.server_id`;

const Refusal = z.object({ code: z.string(), constraint: z.string().optional() });
const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';
const DEADLOCK = '40P01';

async function written(statement: Promise<readonly Machine[]>): Promise<Written> {
  try {
    const [machine] = await statement;
    return machine ? { machine } : 'outrun';
  } catch (error) {
    const { data: refusal } = Refusal.safeParse(error);
    if (refusal?.code === DEADLOCK) return 'outrun';
    if (refusal?.code === CHECK_VIOLATION && refusal.constraint === 'fault_remaining_left') return 'outrun';
    if (refusal?.code === UNIQUE_VIOLATION && refusal.constraint === 'gpu_slot_pkey') return 'slot_held';
    if (refusal?.code === UNIQUE_VIOLATION && /^machine_ipv[46]_key$/.test(refusal.constraint ?? '')) return 'address_held';
    throw error;
  }
}
