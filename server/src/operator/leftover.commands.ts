import type { Command } from 'commander';
import { labelOf, listLeftovers, removeLeftovers, type FoundLeftover } from '../core/fleet/engines/leftovers.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { withEngine, type OpenEngineOf } from './engine.commands.ts';
import type { Operate } from './operate.ts';
import { count, table, wholeList, type Column, type CommandOutput, type Json } from './output.ts';
import { INVOCATION, verb } from './verb.ts';

export function addLeftoverCommands(program: Command, operate: Operate, open: OpenEngineOf): void {
  const leftover = program.command('leftover').description('what outlived its server on the engine: rules, disks, addresses');

  verb(
    leftover,
    'list',
    operate((ctx) => list(ctx, open)),
    { description: 'Show what is left of servers that are gone.', example: '' },
  );

  verb(
    leftover,
    'remove',
    operate((ctx, labels: string[]) => remove(ctx, open, labels)),
    {
      description: 'Remove what is left of servers that were deleted. Nothing that a server or a backup needs is removed.',
      example: 'rules/srv-01k4z8 disk/srv-01k4z8-work',
    },
  ).argument('<leftovers...>', 'what to remove, as leftover list names it');
}

async function list(ctx: Ctx, open: OpenEngineOf): Promise<CommandOutput> {
  const found = await withEngine(ctx, open, ({ engine }) => listLeftovers(ctx, engine));
  const output = wholeList(found.map(dataOf), table(found, columns, 'Nothing is left of servers that are gone.'));
  const removable = found.filter(({ server }) => server === 'deleted').map(labelOf);
  if (removable.length === 0) return output;
  return {
    ...output,
    text: `${output.text}\nTo remove what is left of deleted servers: ${INVOCATION} leftover remove ${removable.join(' ')}`,
  };
}

async function remove(ctx: Ctx, open: OpenEngineOf, labels: readonly string[]): Promise<CommandOutput> {
  const removed = await withEngine(ctx, open, ({ engine }) => removeLeftovers(ctx, engine, labels));
  return { data: { removed: removed.map(dataOf) }, text: `Removed ${count(removed.length, 'leftover')}.` };
}

function dataOf(leftover: FoundLeftover): Json {
  return { leftover: labelOf(leftover), ...leftover };
}

const columns: readonly Column<FoundLeftover>[] = [
  { title: 'leftover', of: labelOf },
  { title: 'server', of: ({ serverId }) => serverId },
  { title: 'which is', of: ({ server }) => server },
  { title: 'host', of: ({ hostName }) => hostName ?? '–' },
];
