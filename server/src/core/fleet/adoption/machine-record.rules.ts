import { z } from 'zod';
import { BillingCycle } from '@boreal/contract/shop/catalog.ts';
import type { Plan } from '../../money/catalog/plan.ts';
import type { ServerRow } from '../servers/servers.store.ts';

/** The size of a plan when the server was sold. */
const Size = z.object({
  gpuModel: z.string(),
  gpuCount: z.int(),
  vcores: z.int(),
  ramGb: z.int(),
  storageGb: z.int(),
  localStorageGb: z.int(),
});

/** Old machines must stay readable: this may gain optional fields, but lose none. */
const MachineRecord = z.object({
  v: z.literal(1),
  accountId: z.string(),
  name: z.string(),
  planId: z.string(),
  size: Size,
  region: z.string(),
  poolId: z.string().nullable(),
  imageId: z.string(),
  /** The user that can sign in; omitted: the image's user. */
  sshUser: z.string().optional(),
  sshKeyId: z.string(),
  publicKey: z.string(),
  billingCycle: BillingCycle,
  /** The time to which a prepaid term is paid. */
  paidUntil: z.iso.datetime().nullable(),
  /** What its pool had chosen; omitted: nothing. */
  systemDisk: z.enum(['flavor', 'volume']).optional(),
  workDisk: z.enum(['volume', 'ephemeral']).optional(),
  createdAt: z.iso.datetime(),
  /** The start of its clock; null if it had yet to start when this was written. */
  clockFrom: z.iso.datetime().nullable(),
});
export type MachineRecord = z.infer<typeof MachineRecord>;

/** The record that is written to a server's machine when it starts. */
export function machineRecord(server: ServerRow, plan: Plan, clockFrom: Date | null): string {
  const { accountId, name, planId, region, poolId, imageId, sshKeyId, publicKey, billingCycle, paidUntil, createdAt } = server;
  const { sshUser, systemDisk, workDisk } = server;
  const size = sizeOf(plan);
  return JSON.stringify({
    v: 1,
    accountId,
    name,
    planId,
    size,
    region,
    poolId,
    imageId,
    ...(sshUser !== null && { sshUser }),
    sshKeyId,
    publicKey,
    billingCycle,
    paidUntil: paidUntil && paidUntil.toISOString(),
    ...(systemDisk !== null && { systemDisk }),
    ...(workDisk !== null && { workDisk }),
    createdAt: createdAt.toISOString(),
    clockFrom: clockFrom && clockFrom.toISOString(),
  } satisfies MachineRecord);
}

/** Null if it cannot be read. */
export function readRecord(text: string): MachineRecord | null {
  try {
    return MachineRecord.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function sizeOf({ gpuModel, gpuCount, vcores, ramGb, storageGb, localStorageGb }: Plan): MachineRecord['size'] {
  return { gpuModel, gpuCount, vcores, ramGb, storageGb, localStorageGb };
}
