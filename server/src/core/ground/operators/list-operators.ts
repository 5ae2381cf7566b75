import type { Operator } from '@boreal/contract/operator/roles.ts';
import type { Ctx } from '../ctx.ts';
import { selectOperators } from './operators.store.ts';

/** All operators, with their role and how they sign in. Not paged: there are few. */
export async function listOperators(ctx: Ctx): Promise<Operator[]> {
  const rows = await selectOperators(ctx.db.sql);
  return rows.map(({ userId, name, email, role, twoFactorEnabled, passkeys, operatedAt }) => ({
    userId,
    name,
    email,
    role,
    secondFactor: twoFactorEnabled ? 'app' : passkeys > 0 ? 'passkey' : null,
    operatedAt: operatedAt?.toISOString() ?? null,
  }));
}
