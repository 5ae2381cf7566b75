import type { Command } from 'commander';
import { addAddresses } from '../core/fleet/addresses/add-addresses.ts';
import { countAddresses, type AddressCount } from '../core/fleet/addresses/addresses.store.ts';
import { removeAddresses } from '../core/fleet/addresses/remove-addresses.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import type { Operate } from './operate.ts';
import { count, table, wholeList, type CommandOutput, type Column } from './output.ts';
import { INVOCATION, verb } from './verb.ts';

export function addAddressCommands(program: Command, operate: Operate): void {
  const address = program.command('address').description('addresses that servers are given, for engines that have none of their own');

  verb(address, 'list', operate(list), { description: 'Show how many addresses are free and held.', example: '' });

  verb(address, 'add', operate(add), {
    description: 'Give servers a range of addresses. They must lie in the network of the engine, outside what it leases by itself.',
    example: '203.0.113.16-203.0.113.30',
  })
    .argument('<range>', 'first-last, a network such as 203.0.113.0/28, or one address')
    .option('--host <name>', 'only for servers on this host of the engine; without it, on any');

  verb(address, 'remove', operate(remove), {
    description: 'Take a range of addresses back. Those that servers have stay theirs.',
    example: '203.0.113.16-203.0.113.30',
  }).argument('<range>', 'first-last, a network, or one address');
}

async function list(ctx: Ctx): Promise<CommandOutput> {
  const counts = await countAddresses(ctx.db.sql);
  const none = `There are no addresses yet. Add some with: ${INVOCATION} address add RANGE`;
  return wholeList(
    counts.map((row) => ({ ...row })),
    table(counts, columns, none),
  );
}

const columns: readonly Column<AddressCount>[] = [
  { title: 'family', of: (row) => row.family },
  { title: 'host', of: (row) => row.hostName ?? 'any' },
  { title: 'first', of: (row) => row.first },
  { title: 'last', of: (row) => row.last },
  { title: 'held', right: true, of: (row) => String(row.held) },
  { title: 'free', right: true, of: (row) => String(row.free) },
];

async function add(ctx: Ctx, text: string, options: { host?: string }): Promise<CommandOutput> {
  const { range, added } = await addAddresses(ctx, { range: text, hostName: options.host ?? null });
  const known = range.size - added;
  return {
    data: { first: range.first, last: range.last, added, known },
    text: `Added ${count(added, 'address', 'addresses')} from ${range.first} to ${range.last}.${known > 0 ? ` ${known} of them were there already.` : ''}`,
  };
}

async function remove(ctx: Ctx, text: string): Promise<CommandOutput> {
  const { removed, heldBy } = await removeAddresses(ctx, { range: text });
  const held = heldBy.length === 0 ? '' : ` Still held, ask again when they are given up: ${heldBy.join(' ')}`;
  return { data: { removed, heldBy: [...heldBy] }, text: `Removed ${count(removed, 'address', 'addresses')}.${held}` };
}
