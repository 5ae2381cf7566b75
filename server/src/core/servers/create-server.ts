import type { CreateServerRequest, Region, ServerCreated } from '@boreal/contract/servers.ts';
import type { Tx } from '../../db/connect.ts';
import { deadline } from '../../kit/clock.ts';
import { invalidRequest } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import { chargeFirstHour } from '../billing/metering/charge-first-hour.ts';
import { lockCredit } from '../billing/ledger/ledger.store.ts';
import { gpuLabel } from '../catalog/catalog.rules.ts';
import { findDefaultImage, findPlan, findPrice } from '../catalog/catalog.store.ts';
import type { Plan, Price } from '../catalog/plan.ts';
import type { CustomerCtx } from '../ctx.ts';
import { copyDefaultRules } from '../firewall/copy-default-rules.ts';
import { findOwnSshKey } from '../ssh-keys/ssh-keys.store.ts';
import { ensureEnvironment } from './environments.store.ts';
import { recordEvent } from './events.store.ts';
import { placeServer, planNotAvailable } from './place-server.ts';
import { PROVISIONING_LIMIT } from './server.rules.ts';
import { insertServer } from './servers.store.ts';
import { wakeServer } from './wake-server.ts';

/**
 * Sells a server: takes the first hour from the credit, reserves the GPUs and writes the wish, all or nothing.
 * The machine comes later, in the server's task.
 * @throws INVALID_REQUEST unknown plan or key · INSUFFICIENT_CREDITS · PLAN_NOT_AVAILABLE with what is deployable now
 */
export function createServer(ctx: CustomerCtx, input: CreateServerRequest): Promise<ServerCreated> {
  return ctx.transact(async (tx) => {
    const { plan, publicKey } = await checkReferences(tx, ctx, input);
    await lockCredit(tx, ctx.accountId);
    const now = ctx.clock.now();
    const price = await requireSellable(tx, ctx, { plan, region: input.region });
    const image = await findDefaultImage(tx);
    const server = { id: newId('server', now), accountId: ctx.accountId, name: input.name ?? madeUpName(plan, ctx.random) };

    const environment = await ensureEnvironment(tx, { accountId: ctx.accountId, region: input.region, now });
    await insertServer(tx, {
      id: server.id,
      accountId: server.accountId,
      environmentId: environment,
      planId: plan.id,
      imageId: image.id,
      sshKeyId: input.sshKeyId,
      publicKey,
      name: server.name,
      region: input.region,
      billingCycle: 'hourly',
      status: 'PROVISIONING',
      task: null,
      goal: 'running',
      intent: 1,
      rebootIntent: null,
      firstActiveAt: null,
      hostId: null,
      ipv4: null,
      ipv6: null,
      firewallVersion: 1,
      firewallAppliedVersion: 0,
      convergeAt: now,
      deadlineAt: deadline(ctx.clock, PROVISIONING_LIMIT),
      attempts: 0,
      waitReason: null,
      leaseToken: 0,
      leaseUntil: null,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    });
    await chargeFirstHour(tx, ctx, {
      serverId: server.id,
      serverName: server.name,
      accountId: ctx.accountId,
      planId: plan.id,
      hourlyMicros: price.hourlyMicros,
    });
    await copyDefaultRules(tx, { serverId: server.id, now });
    await recordEvent(tx, ctx, {
      server,
      type: 'server.create_requested',
      toStatus: 'PROVISIONING',
      message: `Deployment of ${gpuLabel(plan)} accepted; the first hour was taken from the credit.`,
    });
    await wakeServer(tx, { serverId: server.id, at: now });
    // Last, because everybody else who wants this model waits for the pool until the commit.
    await placeServer(tx, { serverId: server.id, plan, region: input.region, at: now });
    return { id: server.id, name: server.name, status: 'PROVISIONING', gpu: gpuLabel(plan) };
  });
}

async function checkReferences(tx: Tx, ctx: CustomerCtx, input: CreateServerRequest): Promise<{ plan: Plan; publicKey: string }> {
  const plan = await findPlan(tx, input.productId);
  if (!plan) throw invalidRequest('productId', 'There is no such plan. Take an id from GET /v1/gpu.');
  const sshKey = await findOwnSshKey(tx, { accountId: ctx.accountId, id: input.sshKeyId });
  if (!sshKey) throw invalidRequest('sshKeyId', 'There is no such SSH key on the account. Add one with POST /settings/ssh-keys.');
  return { plan, publicKey: sshKey.publicKey };
}

/** The caller's price of a plan that is sold online; 409 for one that is not, whatever the stock. */
async function requireSellable(tx: Tx, ctx: CustomerCtx, { plan, region }: { plan: Plan; region: Region }): Promise<Price> {
  const at = ctx.clock.now();
  const price = await findPrice(tx, { planId: plan.id, accountId: ctx.accountId, at });
  if (price && !plan.priceOnRequest && plan.purchasable && plan.autoProvisioning) return price;
  throw await planNotAvailable(tx, { productId: plan.id, region, at });
}

function madeUpName(plan: Plan, random: (below: number) => number): string {
  return `${plan.id}-${random(36 ** 4).toString(36).padStart(4, '0')}`;
}
