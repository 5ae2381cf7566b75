import { z } from 'zod';
import type { SimulatedBackup } from './backup.rules.ts';
import type { Strike } from './faults.ts';
import type { Query } from './schema.ts';

/** All SQL on backups and on what disks hold. Each function is one statement, safe beside any other. */
export interface BackupStore {
  find(backupId: string): Promise<SimulatedBackup | null>;
  list(): Promise<readonly SimulatedBackup[]>;
  /** Adds the backup with the system disk's current content; false if it exists, the machine does not, or the fault is used up. */
  add(backup: SimulatedBackup, strike: Strike | null): Promise<boolean>;
  /** Adds a backup of no machine. */
  plant(backup: SimulatedBackup): Promise<void>;
  remove(backupId: string): Promise<void>;
  /** Null if there is no such machine. */
  readDisk(serverId: string, disk: Disk): Promise<string | null>;
  writeDisk(serverId: string, disk: Disk, text: string): Promise<void>;
}

export type Disk = 'system' | 'work';

const columns = `backup_id as "backupId", server_id as "serverId", started_at as "startedAt", ready_at as "readyAt", failure,
  size_gb as "sizeGb"`;

export function backupStore(query: Query): BackupStore {
  return {
    async find(backupId) {
      const [backup] = await query<SimulatedBackup>(`select ${columns} from simulated_engine.backup where backup_id = $1`, [backupId]);
      return backup ?? null;
    },
    list: () => query<SimulatedBackup>(`select ${columns} from simulated_engine.backup order by backup_id`),
    async add(backup, strike) {
      const { backupId, serverId, startedAt, readyAt, failure, sizeGb } = backup;
      try {
        return (await query(addSql, [backupId, serverId, startedAt, readyAt, failure, sizeGb, strike?.id ?? null])).length === 1;
      } catch (error) {
        if (Refusal.safeParse(error).success) return false;
        throw error;
      }
    },
    async plant({ backupId, serverId, startedAt, readyAt, failure, sizeGb }) {
      await query(
        `insert into simulated_engine.backup (backup_id, server_id, started_at, ready_at, failure, size_gb, content)
         values ($1, $2, $3, $4, $5, $6, '')`,
        [backupId, serverId, startedAt, readyAt, failure, sizeGb],
      );
    },
    async remove(backupId) {
      await query('delete from simulated_engine.backup where backup_id = $1', [backupId]);
    },
    async readDisk(serverId, disk) {
      const [row] = await query<{ text: string }>(`select ${disk}_disk as text from simulated_engine.machine where server_id = $1`, [
        serverId,
      ]);
      return row?.text ?? null;
    },
    async writeDisk(serverId, disk, text) {
      await query(`update simulated_engine.machine set ${disk}_disk = $2 where server_id = $1`, [serverId, text]);
    },
  };
}

const addSql = `
with made as (
  insert into simulated_engine.backup (backup_id, server_id, started_at, ready_at, failure, size_gb, content)
  select $1, server_id, $3, $4, $5, $6, system_disk from simulated_engine.machine where server_id = $2
  on conflict (backup_id) do nothing
  returning backup_id
), struck as (
  update simulated_engine.fault set remaining = remaining - 1 from made where fault.id = $7
)
select * from made`;

const Refusal = z.object({ code: z.literal('23514'), constraint: z.literal('fault_remaining_left') });
