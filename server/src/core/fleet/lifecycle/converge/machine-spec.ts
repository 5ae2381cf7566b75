import type { MachineSpec } from '../../../../engines/engine.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { findClockStart } from '../../../money/clocks/clock-runs.store.ts';
import { machineRecord } from '../../adoption/machine-record.rules.ts';
import { holdForwards } from '../../forwards/hold-forwards.ts';
import type { ServerRow } from '../../servers/servers.store.ts';
import { readMachineParts } from './machine-spec.store.ts';

/** What a server's machine should be, on its host or on another. */
export async function machineSpec(ctx: Ctx, server: ServerRow, hostId = server.hostId): Promise<MachineSpec> {
  const db = ctx.db.sql;
  const parts = hostId === null ? null : await readMachineParts(db, server, hostId);
  if (hostId === null || parts === null) throw new Error(`server ${server.id} has no image or no host`);
  const { plan, sharesAddress, firewall } = parts;
  // A machine that is only being moved to another host is not reached there yet.
  const isReached = hostId === server.hostId;
  return {
    serverId: server.id,
    name: server.name,
    hostName: parts.hostName,
    machineType: parts.machineType,
    gpuModel: plan.gpuModel,
    withGpus: parts.withGpus,
    gpus: parts.gpus,
    vcores: plan.vcores,
    ramGb: plan.ramGb,
    storageGb: plan.storageGb,
    localStorageGb: plan.localStorageGb,
    systemDisk: server.systemDisk,
    workDisk: server.workDisk,
    image: parts.image,
    username: server.sshUser ?? parts.username,
    publicKey: server.publicKey,
    firewall,
    forwards: isReached && sharesAddress ? await holdForwards(ctx, { serverId: server.id, hostId, rules: firewall }) : null,
    mustExist: server.firstActiveAt !== null,
    fromBackupId: server.firstActiveAt === null ? server.sourceBackupId : null,
    record: machineRecord(server, plan, server.firstActiveAt && (await findClockStart(db, server.id))),
  };
}
