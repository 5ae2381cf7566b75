import type { AccountBudget } from '@boreal/contract/billing/budgets.ts';
import { fromCad } from '@boreal/contract/values/money.ts';
import type { Command } from 'commander';
import { setBudgetByHand } from '../../core/commerce/operator-requests/budget-by-hand.ts';
import { readAccountBudget } from '../../core/money/budgets/tell-account-budget.ts';
import { getServerBudget } from '../../core/fleet/servers/views/get-server-budget.ts';
import { setServerBudget } from '../../core/fleet/servers/set-server-budget.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { findServer } from '../../core/fleet/servers/servers.store.ts';
import { notFound } from '../../kit/errors.ts';
import { parseBudget } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { cad, type CommandOutput } from '../output.ts';
import { toldAsked } from '../told-asked.ts';
import { verb } from '../verb.ts';

export function addBudgetCommands(program: Command, operate: Operate): void {
  const budget = program.command('budget').description('spending limits of accounts and servers');

  verb(budget, 'show <account>', operate(show), {
    description: 'Show what an account has spent this month and today, and its limits.',
    example: 'acc_…',
  });

  verb(budget, 'set <account>', operate(set), {
    description: 'Set or lift the limits of an account. Servers beyond one are hibernated at the end of their paid hour.',
    example: 'acc_… --monthly 500 --daily none',
  })
    .option('--monthly <amount>', 'CAD in a month of Toronto’s calendar, or none', parseBudget)
    .option('--daily <amount>', 'CAD in a day of Toronto’s calendar, or none', parseBudget);

  verb(budget, 'set-server <server>', operate(setForServer), {
    description: "Set or lift a server's own monthly limit.",
    example: 'srv_… --monthly 200',
  }).requiredOption('--monthly <amount>', 'CAD in a month of Toronto’s calendar, or none', parseBudget);
}

/** `none` on the command line: no limit. */
type BudgetOption = { readonly micros: bigint | null };

async function show(ctx: Ctx, accountId: string): Promise<CommandOutput> {
  const data = await readAccountBudget(ctx, accountId);
  return { data, text: tellBudget(data) };
}

function tellBudget(data: AccountBudget): string {
  const part = (name: string, spent: number, limit: number | null) =>
    `${name}: ${cad(fromCad(spent))} CAD spent of ${limit === null ? 'no limit' : `${cad(fromCad(limit))} CAD`}.`;
  return [part('This month', data.spentThisMonth, data.monthlyLimit), part('Today', data.spentToday, data.dailyLimit)].join('\n');
}

async function set(ctx: Ctx, accountId: string, options: { monthly?: BudgetOption; daily?: BudgetOption }): Promise<CommandOutput> {
  const requestId = await setBudgetByHand(ctx, {
    accountId,
    ...(options.monthly && { monthLimitMicros: options.monthly.micros }),
    ...(options.daily && { dayLimitMicros: options.daily.micros }),
  });
  const now = await readAccountBudget(ctx, accountId);
  const told = tellBudget(now);
  return { data: { requestId, budget: { ...now } }, text: requestId === null ? told : `${toldAsked(requestId)}\n${told}` };
}

async function setForServer(ctx: Ctx, serverId: string, options: { monthly: BudgetOption }): Promise<CommandOutput> {
  const server = await findServer(ctx.db.sql, serverId);
  if (!server) throw notFound('server');
  const monthLimitMicros = options.monthly.micros;
  const own = { ...ctx, accountId: server.accountId };
  await setServerBudget(own, { serverId, monthLimitMicros });
  const limit = monthLimitMicros === null ? 'no limit of its own' : `at most ${cad(monthLimitMicros)} CAD a month`;
  return {
    data: await getServerBudget(own, { serverId }),
    text: `${server.name} (${serverId}) has ${limit}.`,
  };
}
