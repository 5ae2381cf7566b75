import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { lockPerson } from './forget-person.store.ts';
import { operatorRoleOf } from './operator-role.rules.ts';
import { tellAccessChange } from './tell-access-change.ts';
import { deleteTwoFactor, findPersonByEmail } from './users.store.ts';

/**
 * Turns off two-factor authentication for a person who has lost their device and their recovery codes, and ends their sessions. Also
 * deletes an operator's passkeys: they are a second factor, without which no other could be set up. The operator of the machine has
 * verified the person's identity. @throws NOT_FOUND nobody has this address
 */
export function removeTwoFactor(ctx: Ctx, input: { email: string }): Promise<{ userId: string }> {
  return ctx.transact(async (tx) => {
    const person = await findPersonByEmail(tx, input.email);
    if (!person) throw notFound('person');
    const row = await lockPerson(tx, person.id);
    const passkeysToo = row !== null && operatorRoleOf(row) !== null;
    await deleteTwoFactor(tx, { userId: person.id, passkeysToo, at: ctx.clock.now() });
    await recordAudit(tx, ctx, { accountId: null, action: 'two_factor.disabled', target: person.id });
    await tellAccessChange(tx, ctx, { userId: person.id, what: 'two_factor_off' });
    return { userId: person.id };
  });
}
