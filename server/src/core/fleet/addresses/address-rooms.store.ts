import { sql } from 'kysely';
import { engineKindsWithBook } from '../../../engines/engine-stores.ts';
import { portRooms } from '../forwards/port-rooms.store.ts';

/** No need to count further: no sale needs more than one address. */
const COUNTED = 100_000;

/**
 * For each host whose machines get our addresses, or share one: how many more servers could get one, and a port of the shared one
 * (`host_id`, `room`).
 */
export const addressRooms = sql`
  select host_id, min(room) as room from (${ownAddressRooms()} union all ${portRooms}) rooms group by host_id`;

/**
 * For each host whose machines get our addresses: how many more servers could get one (`host_id`, `room`). Counted as taken: an
 * address for each server that has GPUs and no address yet. Counted as free: that of a preempted server whose GPUs somebody waits
 * for. IPv6 counts where the operator has added any. A host has its own addresses, its engine's, and those that any engine may use.
 */
function ownAddressRooms() {
  return sql`
  with due as (
    select hosts.id as host_id, hosts.engine, hosts.name, families.family,
      count(distinct gpus.server_id) filter (where not exists (
        select from addresses held where held.server_id = gpus.server_id and held.family = families.family
      )) as servers
    from hosts
    join engines on engines.name = hosts.engine and engines.kind = any(${[...engineKindsWithBook]}::text[])
    cross join (values ('IPv4'::address_family), ('IPv6'::address_family)) families (family)
    left join gpus on gpus.host_id = hosts.id and gpus.server_id is not null
    group by hosts.id, families.family
  ), own as (
    select due.*, (
      select count(*) from (
        select from addresses
        where family = due.family and addresses.engine = due.engine and host_name = due.name and (server_id is null or exists (
          select from gpus where gpus.leaving_server_id = addresses.server_id and gpus.server_id is not null
        ))
        limit ${COUNTED}::integer
      ) one
    ) as free
    from due
  ), of_engine as (
    select engine, family, (
      select count(*) from (
        select from addresses
        where addresses.family = own.family and addresses.engine = own.engine and host_name is null and (server_id is null or exists (
          select from gpus where gpus.leaving_server_id = addresses.server_id and gpus.server_id is not null
        ))
        limit ${COUNTED}::integer
      ) one
    ) - sum(greatest(0, servers - free)) as free
    from own group by engine, family
  ), shared as (
    select family, (
      select count(*) from (
        select from addresses
        where addresses.family = of_engine.family and addresses.engine is null and (server_id is null or exists (
          select from gpus where gpus.leaving_server_id = addresses.server_id and gpus.server_id is not null
        ))
        limit ${COUNTED}::integer
      ) one
    ) - sum(greatest(0, -free)) as free
    from of_engine group by family
  )
  select own.host_id, min(greatest(0, own.free - own.servers) + greatest(0, of_engine.free) + greatest(0, shared.free)) as room
  from own
  join of_engine on of_engine.engine = own.engine and of_engine.family = own.family
  join shared on shared.family = own.family
  where own.family = 'IPv4' or exists (
    select from addresses where addresses.family = own.family
      and (addresses.engine is null or (addresses.engine = own.engine and (host_name is null or host_name = own.name)))
  )
  group by own.host_id`;
}
