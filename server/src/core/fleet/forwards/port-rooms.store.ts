import { sql } from 'kysely';
import { isSsh } from './public-ports.store.ts';

/**
 * For each host with a shared address: how many more servers could get a port for SSH (`host_id`, `room`). Counts as taken one port for
 * each server that has GPUs and no port yet. Counts as free the port of a preempted server whose GPUs another server awaits.
 */
export const portRooms = sql`
  select shared_addresses.host_id, greatest(0, (
    select count(*) from public_ports
    where public_ports.host_id = shared_addresses.host_id and (server_id is null or exists (
      select from gpus where gpus.leaving_server_id = public_ports.server_id and gpus.server_id is not null
    ))
  ) - (
    select count(distinct gpus.server_id) from gpus
    where gpus.host_id = shared_addresses.host_id and gpus.server_id is not null and not exists (
      select from public_ports held
      where held.host_id = gpus.host_id and held.server_id = gpus.server_id and ${isSsh(sql`held`)}
    )
  )) as room
  from shared_addresses`;
