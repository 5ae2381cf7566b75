import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { tellAccessChange } from './tell-access-change.ts';
import { changePerson, findPersonByEmail } from './users.store.ts';

/**
 * Makes somebody who has signed up an operator, or a customer again; it applies from their next request. For operators. @throws
 * NOT_FOUND nobody has this address
 */
export function setPersonRole(ctx: Ctx, input: { email: string; role: 'customer' | 'operator' }): Promise<{ userId: string }> {
  return ctx.transact(async (tx) => {
    const person = await findPersonByEmail(tx, input.email);
    if (!person) throw notFound('person');
    await changePerson(tx, { userId: person.id, at: ctx.clock.now(), change: { role: input.role } });
    await recordAudit(tx, ctx, { accountId: null, action: 'person.role_changed', target: person.id, detail: { role: input.role } });
    if (input.role === 'operator') await tellAccessChange(tx, ctx, { userId: person.id, what: 'made_operator' });
    return { userId: person.id };
  });
}
