import type { ServerVolume } from '@boreal/contract/agents/agents.ts';
import { notFound } from '../../../../kit/errors.ts';
import { requirePlan } from '../../../money/catalog/require-plan.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { findServer } from '../servers.store.ts';

/**
 * A server's disks: its system disk, which is backed up and survives hibernation, and its work disk if the plan has one, which is
 * neither backed up nor kept.
 */
export async function listServerVolumes(ctx: CustomerCtx, input: { serverId: string }): Promise<ServerVolume[]> {
  const server = await findServer(ctx.db.sql, input.serverId);
  if (!server || server.accountId !== ctx.accountId || server.status === 'DELETED') throw notFound('server');
  const plan = await requirePlan(ctx.db.sql, server.planId);
  const createdAt = server.createdAt.toISOString();
  const system = { id: `${server.id}-system`, kind: 'system', sizeGb: plan.storageGb, backedUp: true, createdAt } as const;
  const work = { id: `${server.id}-work`, kind: 'work', sizeGb: plan.localStorageGb, backedUp: false, createdAt } as const;
  return plan.localStorageGb > 0 ? [system, work] : [system];
}
