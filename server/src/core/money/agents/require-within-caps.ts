import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { countKeySpending, findKeyOfServer, lockAgentKey, readKeyLoad, setKeyOfServer, sumKeyCharges } from './agent-keys.store.ts';
import { keyOfChargedHour, keyOfOption } from './charged-key.store.ts';
import { chargeCapReached, creditCapReached } from './caps.rules.ts';

/** The calling MCP key; null for all other callers. */
export function askingKeyId(ctx: Ctx): string | null {
  return ctx.actor.type === 'mcp_key' ? ctx.actor.id : null;
}

/**
 * Checks an agent's caps before it launches a server or lets one continue, under the account's lock, in the transaction that spends.
 * Callers that are not agents pass.
 * @throws BUDGET_CAP_REACHED naming the key's cap
 */
export async function requireWithinCaps(
  tx: Tx,
  ctx: Ctx,
  input: { serverId: string | null; spendMicros: bigint; hourlyMicros: bigint | null; at: Date },
): Promise<void> {
  const keyId = askingKeyId(ctx);
  const key = keyId === null ? null : await lockAgentKey(tx, keyId);
  if (key === null) return;
  const load = await readKeyLoad(tx, { keyId: key.keyId, at: input.at, without: input.serverId });
  const cap = creditCapReached(key, load, input, input.at);
  if (cap === null) return;
  const { spendMicros, hourlyMicros } = input;
  // Within a paid hour nothing is spent yet, and a prepaid server has no hours.
  const hourMicros = hourlyMicros !== null && hourlyMicros > 0n ? { hourMicros: spendMicros > 0n ? spendMicros : hourlyMicros } : {};
  throw new AppError('BUDGET_CAP_REACHED', { cap, requiredMicros: spendMicros, ...hourMicros });
}

/**
 * Checks an agent's caps before it charges the card, amount before tax, under the account's lock, in the transaction that begins the
 * charge. Returns the key that the charge belongs to. @throws BUDGET_CAP_REACHED naming the key's cap
 */
export async function requireWithinChargeCaps(tx: Tx, ctx: Ctx, input: { amountMicros: bigint; at: Date }): Promise<string | null> {
  const keyId = askingKeyId(ctx);
  const key = keyId === null ? null : await lockAgentKey(tx, keyId);
  if (key === null) return null;
  const chargedMicros = await sumKeyCharges(tx, { keyId: key.keyId, since: billingMonth(input.at).start });
  const cap = chargeCapReached(key, { amountMicros: input.amountMicros, chargedMicros });
  if (cap !== null) throw new AppError('BUDGET_CAP_REACHED', { cap, requiredMicros: input.amountMicros });
  return key.keyId;
}

/** Records that from now on a server runs for the caller that launches it, who may also be a person. */
export function noteLauncher(tx: Tx, ctx: Ctx, serverId: string): Promise<void> {
  return setKeyOfServer(tx, { serverId, keyId: askingKeyId(ctx), now: ctx.clock.now() });
}

/** Counts credit that an agent has taken for something other than an hour of a server. */
export async function countForAskingKey(tx: Tx, ctx: Ctx, input: { amountMicros: bigint; at: Date }): Promise<void> {
  const keyId = askingKeyId(ctx);
  if (keyId !== null) await countKeySpending(tx, { keyId, monthStart: billingMonth(input.at).start, amountMicros: input.amountMicros });
}

/** Counts a server's hour for the key it runs for, if it runs for one. */
export async function countForKeyOf(tx: Tx, input: { serverId: string; monthStart: Date; amountMicros: bigint }): Promise<void> {
  const keyId = await findKeyOfServer(tx, input.serverId);
  if (keyId !== null) await countKeySpending(tx, { ...input, keyId });
}

/** Deducts the refund of a server's hour from the key to which the hour counted, in the month in which it was charged. */
export async function countHourRefund(
  tx: Tx,
  refund: { serverId: string; periodStart: Date; chargedAt: Date; amountMicros: bigint },
): Promise<void> {
  await countRefund(tx, await keyOfChargedHour(tx, refund), refund);
}

/** The same for the refund of a backup option that was paid to the end of a term. */
export async function countOptionRefund(tx: Tx, refund: { serverId: string; chargedAt: Date; amountMicros: bigint }): Promise<void> {
  await countRefund(tx, await keyOfOption(tx, refund), refund);
}

async function countRefund(
  tx: Tx,
  keyId: string | null,
  { chargedAt, amountMicros }: { chargedAt: Date; amountMicros: bigint },
): Promise<void> {
  if (keyId !== null) await countKeySpending(tx, { keyId, monthStart: billingMonth(chargedAt).start, amountMicros: -amountMicros });
}

/**
 * Whether the next hour of a server would exceed a cap of the key it runs for, and the key is set to stop it then. For the meter, under the
 * account's lock.
 */
export async function keyCapReached(
  tx: Tx,
  hour: { serverId: string; rateMicros: bigint; amountMicros: bigint; at: Date },
): Promise<boolean> {
  const keyId = await findKeyOfServer(tx, hour.serverId);
  const key = keyId === null ? null : await lockAgentKey(tx, keyId);
  if (!key?.stopAtCap) return false;
  const { hourlyMicros } = await readKeyLoad(tx, { keyId: key.keyId, at: hour.at, without: hour.serverId });
  // The cap on the number of servers is checked at launch: an hour adds none.
  const load = { hourlyMicros, servers: -1 };
  return creditCapReached(key, load, { spendMicros: hour.amountMicros, hourlyMicros: hour.rateMicros }, hour.at) !== null;
}
