import { toCad } from '@boreal/contract/values/money.ts';
import { setSavepoint } from '../../../db/savepoint.ts';
import type { Ctx } from '../../ground/ctx.ts';
import type { RestoreRow } from '../../fleet/restores/restores.store.ts';
import { movesTooMuch } from '../second-operator/alone.ts';
import { askSecond } from '../second-operator/ask-second.ts';
import { settleServers, type Settled, type ToSettle } from './settle-servers.ts';

export interface SettledByHand {
  readonly settled: readonly Settled[];
  /** It exceeds what one operator moves alone: it waits for another, or would. */
  readonly takesTwo: boolean;
  /** The waiting request; null: it is done, or only previewed. */
  readonly requestId: string | null;
}

/** Rolls back a preview. */
class Undone extends Error {
  readonly outcome: SettledByHand;

  constructor(outcome: SettledByHand) {
    super('only previewed');
    this.outcome = outcome;
  }
}

/**
 * Settles servers of an account (`settleServers`). Above what one operator moves alone in 24 hours, asks another operator instead.
 * `preview`: does all of it and rolls it back.
 */
export async function settleByHand(
  ctx: Ctx,
  of: { accountId: string; restore: RestoreRow; servers: readonly ToSettle[]; preview: boolean },
): Promise<SettledByHand> {
  try {
    return await ctx.transact(async (tx) => {
      const start = await setSavepoint(tx);
      const settled = await settleServers(tx, ctx, of);
      // What was settled is already included in the sum.
      const takesTwo = settled.length > 0 && (await movesTooMuch(tx, ctx, 0n));
      if (of.preview) throw new Undone({ settled, takesTwo, requestId: null });
      if (!takesTwo) return { settled, takesTwo, requestId: null };
      await start.rollBack();
      const amountMicros = settled.reduce((sum, { refundedMicros }) => sum + refundedMicros, 0n);
      const deed = {
        kind: 'settlement' as const,
        accountId: of.accountId,
        restoreId: String(of.restore.id),
        servers: of.servers.map(({ serverId, found, intent }) => ({ serverId, found, intent })),
        amount: toCad(amountMicros),
      };
      return { settled, takesTwo, requestId: await askSecond(tx, ctx, { deed, amountMicros, key: null }) };
    });
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    throw error;
  }
}
