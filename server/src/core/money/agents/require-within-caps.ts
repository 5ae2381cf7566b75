import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { countKeySpending, findKeyOfServer, lockAgentKey, readKeyLoad, setKeyOfServer, sumKeyCharges } from './agent-keys.store.ts';
import { chargeCapReached, creditCapReached } from './caps.rules.ts';

/** The MCP key that asks; null for everybody else. */
export function askingKeyId(ctx: Ctx): string | null {
  return ctx.actor.type === 'mcp_key' ? ctx.actor.id : null;
}

/**
 * The gate of an agent before it launches a server or lets it run on, under the account's lock, in the transaction that
 * spends. Whoever is no agent passes.
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
  if (cap !== null) throw new AppError('BUDGET_CAP_REACHED', { cap, requiredMicros: input.spendMicros });
}

/**
 * The gate of an agent before it charges the card, amount before tax, under the account's lock, in the transaction that
 * begins the charge. Answers the key that the charge belongs to. @throws BUDGET_CAP_REACHED naming the key's cap
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

/** Who launches a server, a person included, is for whom it runs from now on. */
export function noteLauncher(tx: Tx, ctx: Ctx, serverId: string): Promise<void> {
  return setKeyOfServer(tx, { serverId, keyId: askingKeyId(ctx), now: ctx.clock.now() });
}

/** Counts credit that an agent has taken for something other than an hour of a server. */
export async function countForAskingKey(tx: Tx, ctx: Ctx, input: { amountMicros: bigint; at: Date }): Promise<void> {
  const keyId = askingKeyId(ctx);
  if (keyId !== null) await countKeySpending(tx, { keyId, monthStart: billingMonth(input.at).start, amountMicros: input.amountMicros });
}

/** Counts what a server's hour or refund (negative) came to for the key it runs for, if it runs for one. */
export async function countForKeyOf(tx: Tx, input: { serverId: string; monthStart: Date; amountMicros: bigint }): Promise<void> {
  const keyId = await findKeyOfServer(tx, input.serverId);
  if (keyId !== null) await countKeySpending(tx, { ...input, keyId });
}

/**
 * Whether the next hour of a server would pass a cap of the key it runs for, and the key is set to stop it then. For the
 * meter, under the account's lock.
 */
export async function keyCapReached(
  tx: Tx,
  hour: { serverId: string; rateMicros: bigint; amountMicros: bigint; at: Date },
): Promise<boolean> {
  const keyId = await findKeyOfServer(tx, hour.serverId);
  const key = keyId === null ? null : await lockAgentKey(tx, keyId);
  if (!key?.stopAtCap) return false;
  const { hourlyMicros } = await readKeyLoad(tx, { keyId: key.keyId, at: hour.at, without: hour.serverId });
  // How many servers there are is asked when one is launched: an hour adds none.
  const load = { hourlyMicros, servers: -1 };
  return creditCapReached(key, load, { spendMicros: hour.amountMicros, hourlyMicros: hour.rateMicros }, hour.at) !== null;
}
