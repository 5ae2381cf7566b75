import type { ConsoleCreateServerRequest } from '@boreal/contract/servers/console-servers.ts';
import type { ServerCreated } from '@boreal/contract/servers/servers.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';
import { requireExpected } from '../../../money/prices/require-expected.ts';
import { gpuLabel } from '../../../money/catalog/catalog.rules.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { defaultRules } from '../../firewall/default-rules.ts';
import { checkReferences, madeUpName } from '../../servers/descriptions/check-references.ts';
import { requireSellable } from './require-sellable.ts';
import { sellServer } from './sell-server.ts';
import { transactSale } from '../transact-sale.ts';

/**
 * Sells a server: charges the first hour to the credit, reserves the GPUs and writes the wish, all or nothing. The server's task makes the
 * machine later.
 * @throws INVALID_REQUEST unknown plan, image or key · PRICE_CHANGED · INSUFFICIENT_CREDITS · PLAN_NOT_AVAILABLE with what is deployable
 * now
 */
export function createServer(ctx: CustomerCtx, input: ConsoleCreateServerRequest): Promise<ServerCreated> {
  return transactSale(ctx, async (tx, sale) => {
    const { plan, imageId, publicKey, region } = await checkReferences(tx, ctx, input);
    // Reads come first: the account's other deployments wait from its lock to the commit.
    const offer = await requireSellable(tx, ctx, { plan, region, engine: null });
    requireExpected(input.expectedHourlyRateCad, offer.price.hourlyMicros);
    const account = await lockAccount(tx, ctx.accountId);
    return sellServer(
      tx,
      ctx,
      { sale, account },
      {
        plan,
        region,
        engine: null,
        offer,
        name: input.name ?? madeUpName(plan, ctx.random),
        imageId,
        sshUser: null,
        sshKeyId: input.sshKeyId,
        publicKey,
        sourceBackupId: null,
        rules: (serverId) => defaultRules(tx, { serverId, now: ctx.clock.now() }),
        accepted: { by: 'deployment', gpu: gpuLabel(plan) },
      },
    );
  });
}
