import { OrderStatus } from '@boreal/contract/billing/status.ts';
import { Option, type Command } from 'commander';
import { listAllOrders } from '../../core/commerce/orders/get-order.ts';
import { tellAllOrders } from '../../core/commerce/oversight/tell-money.ts';
import type { OrderView } from '../../core/commerce/orders/orders.store.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import type { Operate } from '../operate.ts';
import { cad, onePage, when, yesNo, type Column, type CommandOutput } from '../output.ts';
import { pagedVerb, type ListOptions } from '../verb.ts';

export function addOrderCommands(program: Command, operate: Operate): void {
  const order = program.command('order').description('prepaid servers');

  pagedVerb(order, 'list', operate(list), { description: 'Show orders, the newest first.', example: '--status active' })
    .option('--account <account>', 'only orders of this account')
    .addOption(new Option('--status <status>', 'only orders of this status').choices(OrderStatus.options));
}

async function list(ctx: Ctx, options: ListOptions & { account?: string; status?: OrderStatus }): Promise<CommandOutput> {
  const { account, ...rest } = options;
  const page = await listAllOrders(ctx, { ...rest, accountId: account });
  return onePage(page, await tellAllOrders(ctx, page.items), { columns, none: 'There is no such order.' });
}

const columns: readonly Column<OrderView>[] = [
  { title: 'id', of: (row) => row.id },
  { title: 'account', of: (row) => row.accountId },
  { title: 'server', of: (row) => row.serverName },
  { title: 'plan', of: (row) => row.planId },
  { title: 'cycle', of: (row) => row.cycle },
  { title: 'status', of: (row) => (row.canceledAt === null ? row.status : `${row.status}, cancelled`) },
  { title: 'renews', of: (row) => yesNo(row.autoRenew) },
  { title: 'term', right: true, of: (row) => String(row.termNumber) },
  { title: 'cad/month', right: true, of: (row) => (row.committedMicros === null ? '–' : cad(row.committedMicros)) },
  { title: 'paid until', of: (row) => when(row.termEnd) },
];
