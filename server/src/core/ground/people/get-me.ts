import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { mayDoWhenClosed, rolePermissions } from '@boreal/contract/people/members.ts';
import type { Me } from '@boreal/contract/people/people.ts';
import { Language } from '@boreal/contract/words/language.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Ctx } from '../ctx.ts';
import { operatorRoleOf } from './operator-role.rules.ts';
import { findPersonWithAccounts } from './users.store.ts';

/** The signed-in person of the context, their accounts, and what they may do in each. */
export async function getMe(ctx: Ctx, input: { userId: string; hasSecondFactor?: boolean }): Promise<Me> {
  const person = await findPersonWithAccounts(ctx.db.sql, input.userId);
  if (!person) throw notFound('account');
  const { id, name, email, language, twoFactorEnabled, termsVersion, createdAt, accounts } = person;
  const operatorRole = operatorRoleOf(person);
  const hasSecondFactor = input.hasSecondFactor ?? twoFactorEnabled;
  return {
    id,
    name,
    email,
    language: Language.nullable().parse(language),
    operator: operatorRole !== null,
    operatorRole,
    twoFactorEnabled,
    secondFactorRequired: operatorRole !== null && ctx.rules.operatorsNeedSecondFactor && !hasSecondFactor,
    termsToAccept: accounts.some(({ closedAt }) => closedAt === null) && termsVersion !== TERMS_VERSION ? TERMS_VERSION : null,
    createdAt: createdAt.toISOString(),
    accounts: accounts.map(({ suspendedAt, closedAt, ...account }) => ({
      ...account,
      permissions: rolePermissions[account.role].filter((permission) => closedAt === null || mayDoWhenClosed(permission)),
      suspended: suspendedAt !== null,
      closedAt: closedAt?.toISOString() ?? null,
    })),
  };
}
