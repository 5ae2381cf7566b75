import type { Tx } from '../../db/connect.ts';
import { newId } from '../../kit/ids.ts';
import { hashPassword } from './password.ts';

/** A person who can sign in; an owner of `accountId` when one is given. Returns the user's id. */
export async function createUser(
  tx: Tx,
  input: { email: string; name: string; password: string; role: 'customer' | 'operator'; accountId?: string; now: Date },
): Promise<string> {
  const id = newId('user', input.now);
  await tx
    .insertInto('users')
    .values({
      id,
      email: input.email,
      name: input.name,
      role: input.role,
      passwordHash: await hashPassword(input.password),
      createdAt: input.now,
    })
    .execute();
  if (input.accountId !== undefined) {
    await tx.insertInto('memberships').values({ accountId: input.accountId, userId: id, role: 'owner', createdAt: input.now }).execute();
  }
  return id;
}
