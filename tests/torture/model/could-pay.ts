import type { SeenServer } from '../observed.ts';
import type { Facts } from './facts.ts';
import { keyOf, limitAt, spentByKey, spentInDay, spentInMonth, spentByServer } from './spending.ts';

/**
 * Whether a server's hour that begins at `start` could have been paid at a moment, when all was charged that was charged then: the account was not
 * suspended, had the credit, and no budget and no cap of a key stood in the way.
 */
export function couldPay(facts: Facts, next: { server: SeenServer; micros: bigint; start: Date; at: Date }): boolean {
  const { server, micros, start, at } = next;
  const { accountId } = server;
  const { notes, seen } = facts;
  // What happened at the same moment may have come before it or after it: any of it is reason enough.
  const sameMoment = (one: { at: Date }) => one.at.getTime() === at.getTime();
  const suspensions = notes.suspensions.filter((one) => one.accountId === accountId && one.at <= at);
  const lastBefore = suspensions.findLast((one) => !sameMoment(one));
  if ([lastBefore, ...suspensions.filter(sameMoment)].some((one) => one?.suspended)) return false;
  const movements = (seen.movements.get(accountId) ?? []).filter((movement) => movement.at <= at);
  const balances = [movements.findLast((one) => !sameMoment(one)), ...movements.filter(sameMoment)].map((one) => one?.balanceAfter ?? 0n);
  if (balances.some((balance) => balance < micros)) return false;
  const passes = (limit: bigint | null | undefined, spent: bigint) => limit !== null && limit !== undefined && spent + micros > limit;
  const account = limitAt(notes, accountId, at);
  if (passes(account?.month, spentInMonth(facts, accountId, at)) || passes(account?.day, spentInDay(facts, accountId, at))) return false;
  if (passes(limitAt(notes, server.id, at)?.month, spentByServer(facts, server.id, { month: start, at }))) return false;
  const keyId = keyOf(facts, server.id, at);
  const caps = keyId === null ? undefined : limitAt(notes, keyId, at);
  if (!caps) return true;
  // What else ran for the key then is for the product to know: a cap on all of them may have been in the way.
  if (caps.total !== null || (caps.server !== null && caps.server !== undefined && micros > caps.server)) return false;
  return keyId === null || !passes(caps.month, spentByKey(facts, keyId, at));
}
