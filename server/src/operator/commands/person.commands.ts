import { Argument, type Command } from 'commander';
import { siteLinks } from '@boreal/contract/words/links.ts';
import { OperatorRole } from '@boreal/contract/operator/role.ts';
import type { Operator } from '@boreal/contract/operator/roles.ts';
import { listOperators } from '../../core/ground/operators/list-operators.ts';
import { setRoleByEmail } from '../../core/ground/operators/set-operator-role.ts';
import { makePasswordLink } from '../../core/ground/people/make-password-link.ts';
import { removeTwoFactor } from '../../core/ground/people/remove-two-factor.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import type { Config } from '../../config.ts';
import { parseEmail } from '../arguments.ts';
import type { ConfiguredEngines } from '../configured-engines.ts';
import { openCtx } from '../open-ctx.ts';
import type { Operate, OperateAlone } from '../operate.ts';
import { plain, table, when, type CommandOutput } from '../output.ts';
import { verb } from '../verb.ts';

/** `operator`: the former name of owners, from before there were roles. */
const roles = ['customer', ...OperatorRole.options, 'operator'] as const;

export function addPersonCommands(program: Command, operate: Operate, _engines: ConfiguredEngines, alone: OperateAlone): void {
  const person = program.command('person').description('people who sign in to the console');

  verb(person, 'set-role', operate(setRole), {
    description: 'Make someone who has signed up an operator in a role, or no longer one.',
    example: 'boss@example.com owner',
  })
    .argument('<email>', 'whose address it is', parseEmail)
    .addArgument(new Argument('<role>', 'what they are there for; operator is an owner').choices(roles));

  verb(person, 'operators', operate(operators), {
    description: 'Show operators with their roles and second factors.',
    example: '',
  });

  verb(person, 'link', alone(link), {
    description: 'Create a one-time link to choose a password, valid for an hour. Give it to nobody but that person.',
    example: 'boss@example.com',
  }).argument('<email>', 'whose address it is', parseEmail);

  verb(person, 'remove-two-factor', operate(remove), {
    description: 'Turn two-factor authentication off for somebody who lost device and recovery codes. Make sure first who asks.',
    example: 'dev@example.com',
  }).argument('<email>', 'whose address it is', parseEmail);
}

async function setRole(ctx: Ctx, email: string, chosen: (typeof roles)[number]): Promise<CommandOutput> {
  const role = chosen === 'customer' ? null : chosen === 'operator' ? 'owner' : chosen;
  const { userId } = await setRoleByEmail(ctx, { email, role });
  const now = role === null ? 'a customer' : `an operator in the role ${role}`;
  return { data: { userId, email, role: role ?? 'customer' }, text: plain(`${email} is ${now} now: ${userId}`) };
}

async function operators(ctx: Ctx): Promise<CommandOutput> {
  const rows = await listOperators(ctx);
  return {
    data: rows.map((row) => ({ ...row })),
    text: table(rows, columns, 'Nobody operates from the console yet.'),
  };
}

const columns = [
  { title: 'id', of: (one: Operator) => one.userId },
  { title: 'name', of: (one: Operator) => one.name },
  { title: 'e-mail', of: (one: Operator) => one.email },
  { title: 'role', of: (one: Operator) => one.role },
  { title: 'second factor', of: (one: Operator) => one.secondFactor ?? 'none' },
  { title: 'used', of: (one: Operator) => when(one.operatedAt === null ? null : new Date(one.operatedAt)) },
];

async function link(config: Config, email: string): Promise<CommandOutput> {
  const ctx = await openCtx(config);
  try {
    const { userId, token, expiresAt } = await makePasswordLink(ctx, { email });
    const url = siteLinks(config.siteUrl).resetPassword(token);
    return {
      data: { userId, email, url, expiresAt },
      text: plain(`${email} chooses a password here, once, until ${when(expiresAt)}: ${url}`),
    };
  } finally {
    await ctx.db.close();
  }
}

async function remove(ctx: Ctx, email: string): Promise<CommandOutput> {
  const { userId } = await removeTwoFactor(ctx, { email });
  return {
    data: { userId, email, twoFactorEnabled: false },
    text: plain(`${email} signs in by password alone; every session is ended: ${userId}`),
  };
}
