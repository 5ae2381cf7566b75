import type { CreateServerRequest, ServerCreated } from '@boreal/contract/servers.ts';
import type { Tx } from '../../db/connect.ts';
import { invalidRequest } from '../../kit/errors.ts';
import { lockCredit } from '../billing/ledger/ledger.store.ts';
import { gpuLabel } from '../catalog/catalog.rules.ts';
import { findDefaultImage, findPlan } from '../catalog/catalog.store.ts';
import type { Plan } from '../catalog/plan.ts';
import type { CustomerCtx } from '../ctx.ts';
import { copyDefaultRules } from '../firewall/copy-default-rules.ts';
import { findOwnSshKey } from '../ssh-keys/ssh-keys.store.ts';
import { requireSellable, sellServer } from './sell-server.ts';
import { transactSale } from './transact-sale.ts';

/**
 * Sells a server: takes the first hour from the credit, reserves the GPUs and writes the wish, all or nothing.
 * The machine comes later, in the server's task.
 * @throws INVALID_REQUEST unknown plan or key · INSUFFICIENT_CREDITS · PLAN_NOT_AVAILABLE with what is deployable now
 */
export function createServer(ctx: CustomerCtx, input: CreateServerRequest): Promise<ServerCreated> {
  return transactSale(ctx, async (tx, sale) => {
    const { plan, publicKey } = await checkReferences(tx, ctx, input);
    await lockCredit(tx, ctx.accountId);
    const price = await requireSellable(tx, ctx, { plan, region: input.region });
    const image = await findDefaultImage(tx);
    return sellServer(tx, ctx, sale, {
      plan,
      region: input.region,
      hourlyMicros: price.hourlyMicros,
      name: input.name ?? madeUpName(plan, ctx.random),
      imageId: image.id,
      sshKeyId: input.sshKeyId,
      publicKey,
      sourceBackupId: null,
      giveRules: (serverId) => copyDefaultRules(tx, { serverId, now: ctx.clock.now() }),
      accepted: `Deployment of ${gpuLabel(plan)} accepted`,
    });
  });
}

async function checkReferences(tx: Tx, ctx: CustomerCtx, input: CreateServerRequest): Promise<{ plan: Plan; publicKey: string }> {
  const plan = await findPlan(tx, input.productId);
  if (!plan)
    throw invalidRequest('productId', {
      en: 'There is no such plan. Take an id from GET /v1/gpu.',
      fr: "Ce produit n'existe pas. Prenez un identifiant de GET /v1/gpu.",
    });
  const sshKey = await findOwnSshKey(tx, { accountId: ctx.accountId, id: input.sshKeyId });
  if (!sshKey)
    throw invalidRequest('sshKeyId', {
      en: 'There is no such SSH key on the account. Add one with POST /settings/ssh-keys.',
      fr: "Cette clé SSH n'existe pas dans le compte. Ajoutez-en une avec POST /settings/ssh-keys.",
    });
  return { plan, publicKey: sshKey.publicKey };
}

function madeUpName(plan: Plan, random: (below: number) => number): string {
  return `${plan.id}-${random(36 ** 4)
    .toString(36)
    .padStart(4, '0')}`;
}
