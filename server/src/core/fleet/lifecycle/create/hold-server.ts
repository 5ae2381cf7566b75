import type { PrepaidCycle } from '@boreal/contract/billing/orders.ts';
import type { ServerCreated } from '@boreal/contract/servers/servers.ts';
import type { Tx } from '../../../../db/connect.ts';
import { writeTogether } from '../../../../db/write-together.ts';
import { newId } from '../../../../kit/ids.ts';
import { noteLauncher, requireWithinCaps } from '../../../money/agents/require-within-caps.ts';
import { gpuLabel } from '../../../money/catalog/catalog.rules.ts';
import type { Plan } from '../../../money/catalog/plan.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { defaultRules } from '../../firewall/default-rules.ts';
import { eventWrite } from '../../servers/events/events.store.ts';
import { holdPlace } from './place-server.ts';
import { writeServer } from '../../servers/write-server.ts';

/** A server to be prepaid by card. */
export interface HeldServer {
  readonly plan: Plan;
  readonly region: string;
  readonly cycle: PrepaidCycle;
  /** Its price per month, before tax. */
  readonly committedMicros: bigint;
  readonly name: string;
  readonly imageId: string;
  readonly sshKeyId: string;
  readonly publicKey: string;
  /** Stores the payment that is due; runs before the GPUs are held. */
  readonly pay: (serverId: string) => Promise<void>;
}

/**
 * Writes a server whose card has yet to be charged, and holds its GPUs, or has spot servers' GPUs promised to it. There is no wish yet, so
 * no machine is made: `launchHeldServer` or `dropHeldServer` follows. The account is locked. @throws PLAN_NOT_AVAILABLE
 */
export async function holdServer(tx: Tx, ctx: CustomerCtx, held: HeldServer): Promise<ServerCreated> {
  const { plan, region, name } = held;
  const now = ctx.clock.now();
  const server = { id: newId('server', now), accountId: ctx.accountId, name };
  const { cycle: billingCycle, pay, ...rest } = held;
  await writeServer(tx, ctx, {
    ...rest,
    id: server.id,
    billingCycle,
    sourceBackupId: null,
    sshUser: null,
    goal: 'gone',
    convergeAt: null,
    deadlineAt: null,
  });
  await writeTogether(tx, [
    defaultRules(tx, { serverId: server.id, now }),
    eventWrite(tx, ctx, { server, type: 'server.order_requested', toStatus: 'PROVISIONING', data: { gpu: gpuLabel(plan) } }),
  ]);
  await noteLauncher(tx, ctx, server.id);
  // Prepaid, it costs nothing by the hour, but it is one more server.
  await requireWithinCaps(tx, ctx, { serverId: server.id, spendMicros: 0n, hourlyMicros: 0n, at: now });
  await pay(server.id);
  await holdPlace(tx, ctx, { serverId: server.id, accountId: ctx.accountId, plan, region, engine: null });
  return { id: server.id, name, status: 'PROVISIONING', gpu: gpuLabel(plan) };
}
