import { serverSentences } from '@boreal/contract/request-sentences/servers.sentences.ts';
import type { BillingCycle } from '@boreal/contract/shop/catalog.ts';
import type { Tx } from '../../../db/connect.ts';
import { violates } from '../../../db/transact.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import type { Plan } from '../../money/catalog/plan.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { insertFirst } from './new-servers.store.ts';
import { traceToStore } from './server-trace.ts';
import type { ServerRow } from './servers.store.ts';

/** The columns of a new server that are set when it is written; the rest of its row is empty. */
export interface NewServer extends Pick<ServerRow, 'id' | 'goal' | 'convergeAt' | 'deadlineAt'> {
  readonly plan: Plan;
  readonly region: string;
  readonly billingCycle: BillingCycle;
  /** The monthly price at which a prepaid server was ordered; null for an hourly one. */
  readonly committedMicros: bigint | null;
  readonly name: string;
  readonly imageId: string;
  /** The user that its system disk already has; null: the image's user, as it is now. */
  readonly sshUser: string | null;
  readonly sshKeyId: string;
  readonly publicKey: string;
  readonly sourceBackupId: string | null;
}

/** The columns of a server that has no address yet and no work done on it. */
export const untouched = {
  task: null,
  intent: 1,
  rebootIntent: null,
  ipv4: null,
  ipv6: null,
  sshPort: null,
  firewallVersion: 1,
  attempts: 0,
  phase: 'asking',
  waitReason: null,
  leaseToken: 0,
  leaseUntil: null,
  deletedAt: null,
} as const satisfies Partial<ServerRow>;

/**
 * Writes the row of a new server, in PROVISIONING, and wakes a worker if it has work. The account is locked.
 * @throws INVALID_REQUEST its image has just been removed
 */
export async function writeServer(tx: Tx, ctx: CustomerCtx, server: NewServer): Promise<void> {
  try {
    await writeRow(tx, ctx, server);
  } catch (error) {
    if (violates(error, 'servers_image_id_fkey')) throw invalidRequest('imageId', serverSentences.noSuchImage);
    throw error;
  }
}

async function writeRow(tx: Tx, ctx: CustomerCtx, server: NewServer): Promise<void> {
  const now = ctx.clock.now();
  const { accountId } = ctx;
  await insertFirst(tx, {
    ...untouched,
    id: server.id,
    accountId,
    planId: server.plan.id,
    imageId: server.imageId,
    sshUser: server.sshUser,
    sshKeyId: server.sshKeyId,
    publicKey: server.publicKey,
    sourceBackupId: server.sourceBackupId,
    name: server.name,
    region: server.region,
    billingCycle: server.billingCycle,
    committedMicros: server.committedMicros,
    status: 'PROVISIONING',
    goal: server.goal,
    firstActiveAt: null,
    hostId: null,
    firewallAppliedVersion: 0,
    convergeAt: server.convergeAt,
    deadlineAt: server.deadlineAt,
    createdAt: now,
    updatedAt: now,
    ...traceToStore(ctx),
  });
}
