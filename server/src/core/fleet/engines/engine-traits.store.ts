import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { SystemDisk, WorkDisk, type OfferedDisks } from '@boreal/contract/operator/operator.ts';
import { usualMinutes, type MoveMinutes } from '@boreal/contract/servers/moves.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { Engine, EngineCan } from '../../../engines/engine.ts';

/**
 * Records what an engine states about itself. Doors and the operator's command read it here, even while the engine does not answer. When
 * the engine's usual disks change, existing servers keep their own.
 */
export async function noteTraits(db: Sql | Tx, { name, can, limits }: Pick<Engine, 'name' | 'can' | 'limits'>): Promise<void> {
  const traits = {
    placement: can.placement,
    relocation: can.relocation,
    ipv6: can.ipv6,
    workDisk: can.workDisk,
    systemDisks: [...can.systemDisks],
    workDisks: [...can.workDisks],
    metrics: can.metrics,
    console: can.console,
    provisioningMinutes: limits.provisioning,
    rebootMinutes: limits.reboot,
    backupMinutes: limits.backup,
    relocationMinutes: limits.relocation,
  };
  await keepUsualDisks(db, { engine: name, systemDisks: traits.systemDisks, workDisks: traits.workDisks });
  await db
    .insertInto('engineTraits')
    .values({ engine: name, ...traits })
    .onConflict((conflict) => conflict.column('engine').doUpdateSet(traits))
    .execute();
}

/**
 * Before an engine states other usual disks, writes the previous ones into those of its servers whose pools chose none. Otherwise a server
 * whose machine has yet to be made would be refused for disks that are no longer offered.
 */
async function keepUsualDisks(db: Sql | Tx, now: { engine: string; systemDisks: string[]; workDisks: string[] }): Promise<void> {
  const { engine, systemDisks, workDisks } = now;
  const kept = (had: RawBuilder<unknown>, offered: string[]) =>
    sql`case when servers.first_active_at is not null or ${had} = any(${offered}::text[]) then ${had} end`;
  const [system, work] = [sql`had.system_disks[1]`, sql`had.work_disks[1]`];
  await sql`
    update servers set system_disk = coalesce(servers.system_disk, (${kept(system, systemDisks)})::system_disk),
      work_disk = coalesce(servers.work_disk, (${kept(work, workDisks)})::work_disk)
    from engine_traits had
    where had.engine = ${engine} and servers.engine = had.engine and servers.status <> 'DELETED'
      and (servers.system_disk is null and ${system} <> ${systemDisks[0] ?? ''} or servers.work_disk is null and ${work} <> ${workDisks[0] ?? ''})
  `.execute(db);
}

/** Whether an engine chooses hosts and GPUs by itself, so that our rows for them are places without names. */
export async function placesByItself(db: Sql | Tx, engine: string): Promise<boolean> {
  const found = await db.selectFrom('engineTraits').select('placement').where('engine', '=', engine).executeTakeFirst();
  return found?.placement === 'engine';
}

/** The fields of a server that say which engine it is on, or, if it is on none yet, where its plan is sold. */
export interface OnEngine {
  readonly planId: string;
  readonly region: string;
  readonly engine: string | null;
  /** What its pool has chosen; null if it has chosen nothing, or the server is on none yet. */
  readonly workDisk: WorkDisk | null;
}

/** The longest time stated by any engine that may have the server. */
export async function readMoveMinutes(db: Sql | Tx, server: Omit<OnEngine, 'workDisk'>): Promise<MoveMinutes> {
  const { rows } = await sql<Partial<Record<keyof MoveMinutes, number | null>>>`
    select max(provisioning_minutes) as provisioning, max(reboot_minutes) as reboot, max(backup_minutes) as backup,
      max(relocation_minutes) as relocation
    from engine_traits traits where ${mayHave(server)}
  `.execute(db);
  const [stated = {}] = rows;
  return {
    provisioning: stated.provisioning ?? usualMinutes.provisioning,
    reboot: stated.reboot ?? usualMinutes.reboot,
    backup: stated.backup ?? usualMinutes.backup,
    relocation: stated.relocation ?? usualMinutes.relocation,
  };
}

/**
 * How long a model's machine may take to start, in SQL: the longest time stated by any engine that sells it there; null if none has stated
 * one.
 */
export function provisioningMinutesOf(of: { region: string; gpuModel: string; engine: string | null }): RawBuilder<number | null> {
  const { region, gpuModel, engine } = of;
  return sql`(select max(provisioning_minutes) from engine_traits
    where (${engine}::text is null or engine = ${engine}) and engine in (select pools.engine from pools where pools.gpu_model = ${gpuModel} and pools.region = ${region}))`;
}

/** What a server has, or will have: what every engine that may have it can do. */
export async function readPromised(db: Sql | Tx, server: OnEngine): Promise<Pick<EngineCan, 'workDisk' | 'metrics' | 'console'>> {
  const { rows } = await sql<{ scratch: boolean | null; unmeasured: boolean | null; lines: boolean | null; closed: boolean | null }>`
    select bool_or(${isScratch(server)}) as scratch, bool_or(not metrics) as unmeasured, bool_or(console = 'line') as lines,
      bool_or(console = 'none') as closed
    from engine_traits traits where ${mayHave(server)}
  `.execute(db);
  const [stated] = rows;
  return {
    workDisk: stated?.scratch === true ? 'scratch' : 'kept',
    metrics: stated?.unmeasured !== true,
    console: stated?.closed === true ? 'none' : stated?.lines === true ? 'line' : 'shell',
  };
}

/** Of `servers` and their `plans`: gigabytes of the work disk that a hibernated server keeps. */
export const keptWorkGb = sql<number>`(case
    when servers.work_disk = 'ephemeral' then 0
    when servers.work_disk is null and exists (
      select from engine_traits traits where traits.engine = servers.engine and traits.work_disk = 'scratch'
    ) then 0
    else plans.local_storage_gb end)`;

/** Of the `traits` of an engine that may have the server: whether its work disk may be empty after hibernation. */
function isScratch({ planId, region, engine, workDisk }: OnEngine): RawBuilder<boolean> {
  if (workDisk !== null) return sql`${workDisk === 'ephemeral'}::boolean`;
  if (engine !== null) return sql`traits.work_disk = 'scratch'`;
  return sql`exists (
    select from pools join plans on plans.gpu_model = pools.gpu_model
    where pools.engine = traits.engine and plans.id = ${planId} and pools.region = ${region}
      and (pools.work_disk = 'ephemeral' or pools.work_disk is null and traits.work_disk = 'scratch')
  )`;
}

/** The disks that engines offer their pools, by engine; engines that have never answered are missing. */
export async function readOfferedDisks(db: Sql | Tx): Promise<ReadonlyMap<string, OfferedDisks>> {
  const rows = await db.selectFrom('engineTraits').select(['engine', 'systemDisks', 'workDisks']).execute();
  return new Map(
    rows.map(({ engine, systemDisks, workDisks }) => [
      engine,
      { systemDisks: z.array(SystemDisk).parse(systemDisks), workDisks: z.array(WorkDisk).parse(workDisks) },
    ]),
  );
}

/** Of the `traits` of an engine: whether it may have the server. */
function mayHave({ planId, region, engine }: Omit<OnEngine, 'workDisk'>): RawBuilder<boolean> {
  if (engine !== null) return sql`traits.engine = ${engine}`;
  return sql`exists (
    select from pools join plans on plans.gpu_model = pools.gpu_model
    where pools.engine = traits.engine and plans.id = ${planId} and pools.region = ${region}
  )`;
}

/** The pools of engines that cannot move a machine to another host. */
export async function readPoolsThatStay(db: Sql | Tx): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('pools')
    .innerJoin('engineTraits', 'engineTraits.engine', 'pools.engine')
    .select('pools.id')
    .where('engineTraits.relocation', '=', false)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
