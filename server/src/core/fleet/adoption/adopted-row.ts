import type { Tx } from '../../../db/connect.ts';
import { insertFirst } from '../servers/new-servers.store.ts';
import { untouched } from '../servers/write-server.ts';
import type { HostRow } from '../capacity/hosts.store.ts';
import type { Adoptable } from './require-adoptable.ts';

const goals = { ACTIVE: 'running', STOPPED: 'stopped', HIBERNATED: 'hibernated' } as const;

/** Writes the row of a server that has already been running: it has reached its goal, and nothing is due. */
export async function insertAdopted(
  tx: Tx,
  of: {
    id: string;
    adoptable: Adoptable;
    engine: string;
    host: HostRow | null;
    poolId: string | null;
    at: Date;
    clockFrom: Date | null;
  },
): Promise<void> {
  const { id, adoptable, engine, host, poolId, at, clockFrom } = of;
  const { record, plan, status } = adoptable;
  const { accountId, name, region, imageId, sshKeyId, publicKey } = record;
  const isOn = status !== 'HIBERNATED';
  await insertFirst(tx, {
    ...untouched,
    intent: lastWish(adoptable),
    id,
    accountId,
    planId: plan.id,
    imageId,
    sshUser: record.sshUser ?? null,
    sshKeyId,
    publicKey,
    sourceBackupId: null,
    name,
    region,
    billingCycle: 'hourly',
    status,
    goal: goals[status],
    // Its machine holds its customer's data: it is never replaced by an empty one.
    firstActiveAt: clockFrom ?? new Date(record.createdAt),
    engine,
    poolId,
    systemDisk: record.systemDisk ?? null,
    workDisk: record.workDisk ?? null,
    hostId: isOn ? (host?.id ?? null) : null,
    disksHostId: isOn ? null : (host?.id ?? null),
    firewallAppliedVersion: 1,
    convergeAt: null,
    deadlineAt: null,
    createdAt: new Date(record.createdAt),
    updatedAt: at,
  });
}

/** A machine remembers its last reboot by the number of that wish, and would take the next wish with that number for the same one. */
function lastWish({ found }: Adoptable): number {
  const wish = Number(found.machine.rebootToken ?? 0);
  return Number.isSafeInteger(wish) && wish > untouched.intent ? wish : untouched.intent;
}
