import type { AccountTransaction } from '@boreal/contract/billing/billing.ts';

export interface ShownTransaction extends AccountTransaction {
  /** Came from the card and went at once, or the other way: the credit is unchanged. */
  readonly byCard: 'paid' | 'refunded' | null;
}

/** A card payment for a term is its credit, the server and perhaps its backups. */
const TOGETHER_MAX = 3;

/**
 * What a card pays for passes through the credit in one instant: the ledger has a line for each direction, but people want the one
 * that they know from their card. Rows come and go newest first.
 */
export function mergeCardMoves(rows: readonly AccountTransaction[]): ShownTransaction[] {
  const shown: ShownTransaction[] = [];
  for (let at = 0; at < rows.length;) {
    const together = togetherFrom(rows, at);
    const [last] = together;
    if (!last) break;
    if (together.length === 1) shown.push({ ...last, byCard: null });
    else {
      const amount = together.reduce((sum, row) => sum + Math.max(0, row.amount), 0);
      const refunded = together.some(({ type, amount: own }) => type === 'refund' && own < 0);
      const { serverId, serverName } = together.find((row) => row.serverId !== null) ?? last;
      shown.push({ ...last, amount, serverId, serverName, byCard: refunded ? 'refunded' : 'paid' });
    }
    at += together.length;
  }
  return shown;
}

/** The rows from here that moved in one instant and left the credit unchanged; the row alone if there are none. */
function togetherFrom(rows: readonly AccountTransaction[], at: number): readonly AccountTransaction[] {
  for (let count = TOGETHER_MAX; count > 1; count -= 1) {
    const some = rows.slice(at, at + count);
    const micros = some.reduce((sum, { amount }) => sum + Math.round(amount * 1_000_000), 0);
    const isOne = some.every(({ type, createdAt }) => (type === 'order' || type === 'refund') && createdAt === some[0]?.createdAt);
    if (some.length === count && isOne && micros === 0) return some;
  }
  return rows.slice(at, at + 1);
}
