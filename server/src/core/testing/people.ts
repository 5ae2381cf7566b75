import type { OperatorRole } from '@boreal/contract/operator/role.ts';
import type { MemberRole } from '@boreal/contract/people/members.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { newId } from '../../kit/ids.ts';
import type { Ctx, CustomerCtx } from '../ground/ctx.ts';

/** A signed-in person, and their place in an account. */
export interface TestPerson {
  readonly id: string;
  readonly email: string;
  /** Makes calls on their behalf, as the console does. */
  readonly ctx: CustomerCtx;
}

let people = 0;

/** Makes a person a member of an account, without the second that hashing a password takes. */
export async function addPerson(
  ctx: Ctx,
  input: { accountId: string; role: MemberRole | null; name?: string; language?: Language },
): Promise<TestPerson> {
  const { accountId, role, language } = input;
  people += 1;
  const name = input.name ?? `Person ${people}`;
  const createdAt = ctx.clock.now();
  const person = { id: newId('user', createdAt), email: `person-${people}@example.com` };
  await ctx.db.sql
    .insertInto('users')
    .values({ ...person, name, role: 'customer', language: language ?? null, emailVerified: true, createdAt, updatedAt: createdAt })
    .execute();
  if (role !== null) await ctx.db.sql.insertInto('memberships').values({ accountId, userId: person.id, role, createdAt }).execute();
  return { ...person, ctx: { ...ctx, accountId, actor: { type: 'user', id: person.id, name }, door: 'console', address: '203.0.113.9' } };
}

/** Makes a person an operator, by default an owner. */
export async function addOperator(ctx: Ctx, role: OperatorRole = 'owner'): Promise<{ id: string; email: string; ctx: Ctx }> {
  people += 1;
  const createdAt = ctx.clock.now();
  const person = { id: newId('user', createdAt), email: `operator-${people}@example.com`, name: `Operator ${people}` };
  await ctx.db.sql
    .insertInto('users')
    .values({ ...person, role: 'operator', operatorRole: role, emailVerified: true, createdAt, updatedAt: createdAt })
    .execute();
  return { ...person, ctx: { ...ctx, actor: { type: 'operator', id: person.id, name: person.name }, door: 'console' } };
}
