import type { AccountTransaction } from '@boreal/contract/billing/billing.ts';
import { expect, test } from 'vitest';
import { mergeCardMoves } from './card-moves.rules.ts';

let count = 0;
const row = (type: AccountTransaction['type'], amount: number, minute: number, serverId: string | null = 'srv_1'): AccountTransaction => ({
  id: `txn_${(count += 1)}`,
  type,
  amount,
  balanceAfter: 0,
  description: '',
  serverId,
  serverName: serverId === null ? null : 'trainer',
  createdAt: `2026-01-01T00:0${minute}:00Z`,
});

const told = (rows: readonly AccountTransaction[]) => mergeCardMoves(rows).map(({ type, amount, byCard }) => [type, amount, byCard]);

test('what a card pays for is one line, with its backups and without', () => {
  expect(told([row('order', -1363, 1), row('order', 1363, 1, null)])).toEqual([['order', 1363, 'paid']]);
  expect(told([row('order', -9.99, 1), row('order', -1363, 1), row('order', 1372.99, 1)])).toEqual([['order', 1372.99, 'paid']]);
  expect(mergeCardMoves([row('order', -5, 1), row('order', 5, 1, null)])[0]?.serverName).toBe('trainer');
});

test('what goes back to a card is one line', () => {
  expect(told([row('refund', -1363, 1), row('order', 1363, 1)])).toEqual([['refund', 1363, 'refunded']]);
});

test('what moved the credit is told line by line', () => {
  const rows = [row('usage', -3.99, 3), row('refund', 3.99, 3), row('order', -10, 2), row('order', 10, 1), row('topup', 25, 0)];
  expect(told(rows)).toEqual(rows.map(({ type, amount }) => [type, amount, null]));
});
