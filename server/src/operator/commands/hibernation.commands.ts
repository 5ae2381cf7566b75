import { InvalidArgumentError, type Command } from 'commander';
import { readHibernatedGb, readHouseLimitGb } from '../../core/fleet/servers/hibernated-gb.store.ts';
import { limitHibernation } from '../../core/fleet/servers/limit-hibernation.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { notFound } from '../../kit/errors.ts';
import type { Operate } from '../operate.ts';
import { OperatorError } from '../operator-error.ts';
import type { CommandOutput } from '../output.ts';
import { verb } from '../verb.ts';

export function addHibernationCommands(program: Command, operate: Operate): void {
  const hibernation = program.command('hibernation').description('how much disk hibernated servers may keep, free of charge');

  verb(hibernation, 'show', operate(show), {
    description: 'Show how many gigabytes the hibernated servers of each account may keep, and what one account keeps.',
    example: '--account acc_01kb3c9q',
  }).option('--account <account>', 'of this account');

  verb(hibernation, 'limit <gb>', operate(limit), {
    description:
      'Limit the gigabytes that hibernated servers keep: of each account, or of one. Beyond it, people cannot hibernate; what credit or ' +
      'a budget no longer covers is hibernated all the same. At first there is no limit.',
    example: '5000 --account acc_01kb3c9q',
  }).option('--account <account>', 'only of this account; house: the limit of all others again');
}

type Options = { readonly account?: string };

async function show(ctx: Ctx, { account }: Options): Promise<CommandOutput> {
  const houseGb = await readHouseLimitGb(ctx.db.sql);
  const house = `Hibernated servers of an account may keep ${limitText(houseGb)}.`;
  if (account === undefined) return { data: { limitGb: houseGb }, text: house };
  const own = await readHibernatedGb(ctx.db.sql, account);
  if (!own) throw notFound('account');
  const { usedGb, limitGb, isOwn } = own;
  const whose = isOwn ? 'a limit of its own' : 'the limit of all';
  return {
    data: { accountId: account, usedGb, limitGb, isOwn },
    text: `Those of ${account} keep ${usedGb} GB and may keep ${limitText(limitGb)}: ${whose}.`,
  };
}

async function limit(ctx: Ctx, text: string, { account }: Options): Promise<CommandOutput> {
  const gb = parseGb(text);
  if (gb === 'house' && account === undefined) throw new OperatorError('Write of which account: --account ACCOUNT.');
  await limitHibernation(ctx, { accountId: account ?? null, gb });
  return show(ctx, { ...(account !== undefined && { account }) });
}

function limitText(gb: number | null): string {
  return gb === null ? 'any number of gigabytes' : `${gb} GB`;
}

function parseGb(text: string): number | null | 'house' {
  if (text === 'none') return null;
  if (text === 'house') return text;
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a number of gigabytes such as 5000, none, or house.');
  return Number(text);
}
