import type { Leftover } from '../engine.ts';
import type { Query } from './schema.ts';

/** What outlived its machine: only what a test planted, because this engine's machines leave nothing. */
export interface LeftoverStore {
  plant(leftover: Leftover): Promise<void>;
  list(): Promise<readonly Leftover[]>;
  remove(leftover: Leftover): Promise<void>;
}

export function leftoverStore(query: Query): LeftoverStore {
  return {
    async plant({ kind, name, serverId, hostName }) {
      await query('insert into simulated_engine.leftover (kind, name, server_id, host_name) values ($1, $2, $3, $4)', [
        kind,
        name,
        serverId,
        hostName,
      ]);
    },
    list: () =>
      query<Leftover>(
        `select kind, name, server_id as "serverId", host_name as "hostName" from simulated_engine.leftover
         order by server_id, kind, name`,
      ),
    async remove({ kind, name }) {
      await query('delete from simulated_engine.leftover where kind = $1 and name = $2', [kind, name]);
    },
  };
}
