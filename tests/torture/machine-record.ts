import type { TestDatabase } from '../../server/src/db/testing.ts';

/**
 * The engine's own true record: each change of each machine, as a trigger in the outside world writes it down, whoever requested it
 * and whatever the product was told.
 */
export interface MachineChange {
  readonly serverId: string;
  /** Under way from `startedAt`, and what it ends in from `readyAt` on. `gone`: the machine's row was cleared away. */
  readonly via: string;
  readonly toPower: string;
  readonly startedAt: Date;
  readonly readyAt: Date;
  readonly hostName: string;
}

export async function recordMachines(db: TestDatabase): Promise<void> {
  await db.pool.query(`
    create table simulated_engine.torture_record (
      n bigint generated always as identity primary key, server_id text not null, host_name text not null,
      via text not null, to_power text not null, started_at timestamptz not null, ready_at timestamptz not null);
    create function simulated_engine.torture_note() returns trigger language plpgsql as $$
    begin
      insert into simulated_engine.torture_record (server_id, host_name, via, to_power, started_at, ready_at)
      values (new.server_id, new.host_name, new.via, new.to_power, new.started_at, new.ready_at);
      return null;
    end $$;
    create trigger torture_note after insert or update of via, to_power, started_at, ready_at on simulated_engine.machine
    for each row execute function simulated_engine.torture_note();`);
}

export async function readMachineRecord(db: TestDatabase): Promise<ReadonlyMap<string, readonly MachineChange[]>> {
  const { rows } = await db.pool.query<MachineChange>(
    `select server_id as "serverId", host_name as "hostName", via, to_power as "toPower", started_at as "startedAt", ready_at as "readyAt"
     from simulated_engine.torture_record order by n`,
  );
  return Map.groupBy(rows, ({ serverId }) => serverId);
}

/** What a machine was doing at a moment, by the record. */
export function powerAt(record: readonly MachineChange[], at: Date): string {
  const last = record.findLast(({ startedAt }) => startedAt <= at);
  if (!last) return 'absent';
  return at < last.readyAt ? last.via : last.toPower;
}

/** When a machine really ran: from when it was up until something else was begun with it, or until `end`. */
export function runningTimes(record: readonly MachineChange[], end: Date): { from: Date; to: Date }[] {
  const times: { from: Date; to: Date }[] = [];
  for (const [n, change] of record.entries()) {
    const to = record[n + 1]?.startedAt ?? end;
    if (change.toPower !== 'running' || change.readyAt >= to) continue;
    const last = times.at(-1);
    if (last && last.to.getTime() === change.readyAt.getTime()) times[times.length - 1] = { from: last.from, to };
    else times.push({ from: change.readyAt, to });
  }
  return times;
}
