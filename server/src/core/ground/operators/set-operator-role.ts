import type { OperatorRole } from '@boreal/contract/operator/role.ts';
import type { Tx } from '../../../db/connect.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { tellAccessChange } from '../people/tell-access-change.ts';
import { findAddressee, findConfirmedPerson, findPersonByEmail } from '../people/users.store.ts';
import { countHouseOwners, findOperatorRole, lockOperators, saveOperatorRole } from './operators.store.ts';
import { requireOperator } from './require-operator.ts';

/** The person, and their former role: null for customers. */
export interface RoleSet {
  readonly userId: string;
  readonly before: OperatorRole | null;
}

/**
 * Gives a person who has signed up an operator's role, another one, or none any more (null); it applies from their next request. For the
 * command. @throws NOT_FOUND nobody has this address · LAST_OWNER
 */
export function setRoleByEmail(ctx: Ctx, input: { email: string; role: OperatorRole | null }): Promise<RoleSet> {
  return ctx.transact(async (tx) => {
    const person = await findPersonByEmail(tx, input.email);
    if (!person) throw notFound('person');
    return setRole(tx, ctx, { userId: person.id, role: input.role });
  });
}

/**
 * Makes a person an operator who has signed up and confirmed their address: anybody can sign up with an address that is not theirs.
 * @throws PERMISSION_DENIED · NOT_FOUND nobody has confirmed this address · LAST_OWNER
 */
export function addOperator(ctx: Ctx, input: { email: string; role: OperatorRole }): Promise<RoleSet> {
  return ctx.transact(async (tx) => {
    const person = await findConfirmedPerson(tx, input.email);
    await requireOperator(tx, ctx, 'operators.write');
    if (!person) throw notFound('person');
    return setRole(tx, ctx, { userId: person.id, role: input.role });
  });
}

/** Gives an operator another role, or removes it (null). @throws PERMISSION_DENIED · NOT_FOUND not an operator · LAST_OWNER */
export function changeOperatorRole(ctx: Ctx, input: { userId: string; role: OperatorRole | null }): Promise<RoleSet> {
  return ctx.transact(async (tx) => {
    await lockOperators(tx);
    await requireOperator(tx, ctx, 'operators.write');
    if ((await findOperatorRole(tx, input.userId)) === null) throw notFound('operator');
    return setRole(tx, ctx, input);
  });
}

/** There is always an owner: if two demote each other at the same time, the second sees the first one's change and is refused. */
async function setRole(tx: Tx, ctx: Ctx, { userId, role }: { userId: string; role: OperatorRole | null }): Promise<RoleSet> {
  await lockOperators(tx);
  await requireOperator(tx, ctx, 'operators.write');
  const before = await findOperatorRole(tx, userId);
  if (before === 'owner' && role !== 'owner' && (await countHouseOwners(tx)) < 2) throw new AppError('LAST_OWNER', { of: 'house' });
  await saveOperatorRole(tx, { userId, role, at: ctx.clock.now() });
  const detail = { before: before ?? 'customer', role: role ?? 'customer' };
  await recordAudit(tx, ctx, { accountId: null, action: 'person.role_changed', target: userId, detail });
  if (before !== role) await tell(tx, ctx, { userId, before, role });
  return { userId, before };
}

/** Tells the person and, if another operator did it, that operator: it may not have been them. */
async function tell(
  tx: Tx,
  ctx: Ctx,
  { userId, before, role }: { userId: string; before: OperatorRole | null; role: OperatorRole | null },
): Promise<void> {
  const what = before === null ? 'made_operator' : role === null ? 'operator_removed' : 'operator_role_changed';
  await tellAccessChange(tx, ctx, { userId, what, name: role });
  const by = ctx.actor.type === 'operator' ? ctx.actor.id : null;
  if (by === null || by === userId) return;
  const person = await findAddressee(tx, userId);
  await tellAccessChange(tx, ctx, { userId: by, what: 'operator_set', name: person?.email ?? null });
}
