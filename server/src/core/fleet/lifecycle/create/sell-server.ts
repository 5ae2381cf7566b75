import type { ServerEventData } from '@boreal/contract/servers/events.ts';
import { usualMinutes } from '@boreal/contract/servers/moves.ts';
import type { ServerCreated } from '@boreal/contract/servers/servers.ts';
import type { Tx } from '../../../../db/connect.ts';
import { writeTogether, type Write } from '../../../../db/write-together.ts';
import { newId } from '../../../../kit/ids.ts';
import { askingKeyId, noteLauncher } from '../../../money/agents/require-within-caps.ts';
import { requireSpendable } from '../../../money/budgets/require-spendable.ts';
import { chargeNewServer } from '../../../money/metering/charge-first-hour.ts';
import { gpuLabel } from '../../../money/catalog/catalog.rules.ts';
import { auditWrite } from '../../../ground/audit/record-audit.ts';
import type { Plan } from '../../../money/catalog/plan.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { eventWrite } from '../../servers/events/events.store.ts';
import { placeServer, planNotAvailable } from './place-server.ts';
import { deadlineAfter } from '../../servers/server.rules.ts';
import type { Offer } from './require-sellable.ts';
import type { Sale } from '../transact-sale.ts';
import { writeServer } from '../../servers/write-server.ts';
import type { LockedAccount } from '../../../money/ledger/locked-account.store.ts';

/** What a new hourly server is to be. */
export interface ServerOrder {
  readonly plan: Plan;
  readonly region: string;
  /** The engine that has its backup; null: any engine may make it. */
  readonly engine: string | null;
  readonly offer: Offer;
  readonly name: string;
  readonly imageId: string;
  readonly sshUser: string | null;
  readonly sshKeyId: string;
  readonly publicKey: string;
  /** The backup from which its system disk is made, instead of the image. */
  readonly sourceBackupId: string | null;
  /** Its initial firewall rules, at version 1. */
  readonly rules: (serverId: string) => Write;
  /** The request, for its log. */
  readonly accepted: ServerEventData['server.create_requested'];
}

/**
 * Writes a new server: charges the first hour, writes the wish for its machine and reserves its GPUs.
 * @throws BUDGET_CAP_REACHED · INSUFFICIENT_CREDITS · PLAN_NOT_AVAILABLE
 */
export async function sellServer(
  tx: Tx,
  ctx: CustomerCtx,
  locked: { sale: Sale; account: LockedAccount },
  order: ServerOrder,
): Promise<ServerCreated> {
  const { sale, account } = locked;
  const { plan, region, engine, offer } = order;
  const now = ctx.clock.now();
  await refuseEarly(tx, ctx, account, order);
  const server = { id: newId('server', now), accountId: ctx.accountId, name: order.name };
  await writeServer(tx, ctx, {
    ...order,
    id: server.id,
    billingCycle: 'hourly',
    committedMicros: null,
    goal: 'running',
    convergeAt: now,
    deadlineAt: deadlineAfter('deploy', ctx.clock, { ...usualMinutes, provisioning: offer.provisioningMinutes }),
  });
  if (askingKeyId(ctx) !== null) await noteLauncher(tx, ctx, server.id);
  const firstHour = await chargeNewServer(tx, ctx, account, {
    serverId: server.id,
    serverName: server.name,
    planId: plan.id,
    hourlyMicros: offer.price.hourlyMicros,
  });
  await writeTogether(tx, [
    ...firstHour,
    order.rules(server.id),
    eventWrite(tx, ctx, { server, type: 'server.create_requested', toStatus: 'PROVISIONING', data: order.accepted }),
    auditWrite(tx, ctx, {
      accountId: ctx.accountId,
      action: order.sourceBackupId === null ? 'server.created' : 'backup.restored',
      target: server.id,
      detail: { name: server.name, productId: plan.id, region, backupId: order.sourceBackupId },
    }),
  ]);
  // Last, because all other sales of this model wait for the pool until the commit.
  await placeServer(tx, ctx, sale, { serverId: server.id, accountId: ctx.accountId, plan, region, engine });
  return { id: server.id, name: server.name, status: 'PROVISIONING', gpu: gpuLabel(plan) };
}

/**
 * Refuses what is sure to fail before anything is written or the pool is locked: when a model is sold out, hundreds may ask at the same
 * time. What passes is checked again under the locks.
 */
async function refuseEarly(tx: Tx, ctx: CustomerCtx, account: LockedAccount, { plan, region, engine, offer }: ServerOrder): Promise<void> {
  const at = ctx.clock.now();
  await requireSpendable(tx, account, { serverId: null, amountMicros: offer.price.hourlyMicros, forHour: true, at });
  if (!offer.inStock) throw await planNotAvailable(tx, { accountId: ctx.accountId, plan, region, engine, at });
}
