import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { checkRooms } from './check-rooms.ts';
import { checkStock } from './check-stock.ts';
import type { Cloud } from './cloud.ts';

/** What must be true of GPUs, and of their hosts, at any moment. */
export async function checkGpus(cloud: Cloud): Promise<void> {
  await checkPlaces(cloud);
  await checkSetAside(cloud);
  await checkRooms(cloud);
}

/** A server with a GPU that is set aside had it before that. */
async function checkSetAside(cloud: Cloud): Promise<void> {
  const { rows } = await sql<{ hostName: string; slot: number; state: string; serverId: string; takenAt: Date; stateSince: Date }>`
    select hosts.name as host_name, gpus.slot, gpus.state, gpus.server_id, gpus.taken_at, gpus.state_since
    from gpus join hosts on hosts.id = gpus.host_id
    where gpus.state <> 'ok' and gpus.server_id is not null
  `.execute(cloud.db.sql);
  for (const { hostName, slot, state, serverId, takenAt, stateSince } of rows) {
    assert.ok(
      takenAt <= stateSince,
      `GPU ${slot} of ${hostName} was given to ${serverId} at ${takenAt.toISOString()}, ${state} since ${stateSince.toISOString()}`,
    );
  }
}

/**
 * The engine's view of the GPUs must agree with what was sold: a machine on a GPU belongs to the server that holds it or to the preempted
 * one that has yet to leave it, and never starts on a GPU that another has to leave. The reported stock must agree, too.
 */
async function checkPlaces(cloud: Cloud): Promise<void> {
  const now = cloud.clock.now();
  const { rows } = await sql<{
    hostName: string;
    slot: number;
    machine: string;
    serverId: string | null;
    leavingServerId: string | null;
    orphanId: string | null;
  }>`
    select slot.host_name, slot.slot, slot.server_id as machine, gpus.server_id, gpus.leaving_server_id, gpus.orphan_id
    from simulated_engine.gpu_slot slot
    join simulated_engine.machine machine on machine.server_id = slot.server_id
    left join hosts on hosts.name = slot.host_name
    left join gpus on gpus.host_id = hosts.id and gpus.slot = slot.slot
    where not (machine.to_power in ('hibernated', 'absent') and machine.ready_at <= ${now})
  `.execute(cloud.db.sql);
  for (const gpu of rows) {
    const rightful = gpu.leavingServerId ?? gpu.serverId ?? gpu.orphanId;
    assert.equal(gpu.machine, rightful, `a machine on GPU ${gpu.slot} of ${gpu.hostName} that is not its server's`);
  }
  await checkStock(cloud);
}
