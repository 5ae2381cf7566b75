import { Argument, type Command } from 'commander';
import { removeTwoFactor } from '../core/ground/people/remove-two-factor.ts';
import { setPersonRole } from '../core/ground/people/set-person-role.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { parseEmail } from './arguments.ts';
import type { Operate } from './operate.ts';
import { plain, type CommandOutput } from './output.ts';
import { verb } from './verb.ts';

const roles = ['customer', 'operator'] as const;

export function addPersonCommands(program: Command, operate: Operate): void {
  const person = program.command('person').description('people who sign in to the console');

  verb(person, 'set-role', operate(setRole), {
    description: 'Let somebody who has signed up operate the place from the console, or no more.',
    example: 'boss@example.com operator',
  })
    .argument('<email>', 'whose address it is', parseEmail)
    .addArgument(new Argument('<role>', 'what they are').choices(roles));

  verb(person, 'remove-two-factor', operate(remove), {
    description: 'Turn two-factor authentication off for somebody who lost device and recovery codes. Make sure first who asks.',
    example: 'dev@example.com',
  }).argument('<email>', 'whose address it is', parseEmail);
}

async function setRole(ctx: Ctx, email: string, role: (typeof roles)[number]): Promise<CommandOutput> {
  const { userId } = await setPersonRole(ctx, { email, role });
  return { data: { userId, email, role }, text: plain(`${email} is ${role === 'operator' ? 'an operator' : 'a customer'} now: ${userId}`) };
}

async function remove(ctx: Ctx, email: string): Promise<CommandOutput> {
  const { userId } = await removeTwoFactor(ctx, { email });
  return {
    data: { userId, email, twoFactorEnabled: false },
    text: plain(`${email} signs in by password alone; every session is ended: ${userId}`),
  };
}
