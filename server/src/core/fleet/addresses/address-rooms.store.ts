import { sql, type RawBuilder } from 'kysely';
import { engineKindsWithBook } from '../../../engines/engine-stores.ts';
import { portRooms } from '../forwards/port-rooms.store.ts';

/** Nobody holds it, or a preempted server does whose GPUs another server awaits. */
const isOpenAddress = sql`(withdrawn_at is null and (server_id is null or exists (
  select from gpus where gpus.leaving_server_id = addresses.server_id and gpus.server_id is not null
)))`;

/**
 * For each host whose machines get our addresses, or share one: how many more servers could get one, and a port of the shared one
 * (`host_id`, `room`). Counts no further than `upTo`: operators have hundreds of thousands of addresses, and a sale needs one.
 */
function addressRoomsUpTo(upTo: number): RawBuilder<unknown> {
  return sql`select host_id, min(room) as room from (${ownAddressRooms(upTo)} union all ${portRooms}) rooms group by host_id`;
}

/** For callers that place many servers. */
export const addressRooms = addressRoomsUpTo(100_000);

/** For a sale: `room` is 0 if there is no address for another server. */
export const addressRoomForOne = addressRoomsUpTo(1);

/**
 * For each host whose machines get our addresses: how many more servers could get one (`host_id`, `room`). Counts as taken one address for
 * each server that has GPUs and no address yet. Counts as free the address of a preempted server whose GPUs another server awaits. Counts
 * IPv6 if the operator has added any. A host can use its own addresses, its engine's, and those that any engine may use.
 */
function ownAddressRooms(upTo: number): RawBuilder<unknown> {
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
        where family = due.family and addresses.engine = due.engine and host_name = due.name and ${isOpenAddress}
        limit due.servers + ${upTo}::integer
      ) one
    ) as free
    from due
  ), of_engine as (
    select engine, family, (
      select count(*) from (
        select from addresses
        where addresses.family = short.family and addresses.engine = short.engine and host_name is null and ${isOpenAddress}
        limit short.servers + ${upTo}::integer
      ) one
    ) - servers as free
    from (select engine, family, sum(greatest(0, servers - free)) as servers from own group by engine, family) short
  ), shared as (
    select family, (
      select count(*) from (
        select from addresses
        where addresses.family = short.family and addresses.engine is null and ${isOpenAddress}
        limit short.servers + ${upTo}::integer
      ) one
    ) - servers as free
    from (select family, sum(greatest(0, -free)) as servers from of_engine group by family) short
  )
  select own.host_id, min(greatest(0, own.free - own.servers) + greatest(0, of_engine.free) + greatest(0, shared.free)) as room
  from own
  join of_engine on of_engine.engine = own.engine and of_engine.family = own.family
  join shared on shared.family = own.family
  where own.family = 'IPv4' or exists (
    select from addresses where addresses.family = own.family and withdrawn_at is null
      and (addresses.engine is null or (addresses.engine = own.engine and (host_name is null or host_name = own.name)))
  )
  group by own.host_id`;
}
