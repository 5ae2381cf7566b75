import type { Command } from 'commander';
import { labelOf, listLeftovers, removeLeftovers, type FoundLeftover } from '../../core/fleet/engines/leftovers.ts';
import type { EngineConfig } from '../../config-engines.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { chooseEngine, onEngine, type ConfiguredEngines, type OneEngine } from '../configured-engines.ts';
import { withEngine } from '../with-engine.ts';
import type { Operate } from '../operate.ts';
import { count, table, wholeList, type Column, type CommandOutput, type Json } from '../output.ts';
import { INVOCATION, verb } from '../verb.ts';

export function addLeftoverCommands(program: Command, operate: Operate, engines: ConfiguredEngines): void {
  const leftover = program.command('leftover').description('what deleted servers left on an engine: rules, disks, addresses');

  onEngine(
    verb(
      leftover,
      'list',
      operate((ctx, options: OneEngine) => list(ctx, engines, chooseEngine(engines, options.engine))),
      { description: 'Show what is left of servers that are gone.', example: '' },
    ),
  );

  onEngine(
    verb(
      leftover,
      'remove',
      operate((ctx, labels: string[], options: OneEngine) => remove(ctx, engines, { labels, one: chooseEngine(engines, options.engine) })),
      {
        description: 'Remove what is left of servers that were deleted. Nothing that a server or a backup needs is removed.',
        example: 'rules/srv-01k4z8 disk/srv-01k4z8-work',
      },
    ).argument('<leftovers...>', 'what to remove, as leftover list names it'),
  );
}

async function list(ctx: Ctx, engines: ConfiguredEngines, one: EngineConfig): Promise<CommandOutput> {
  const found = await withEngine(ctx, engines, one, ({ engine }) => listLeftovers(ctx, engine));
  const output = wholeList(found.map(dataOf), table(found, columns, 'Nothing is left of servers that are gone.'));
  const removable = found.filter(({ server }) => server === 'deleted').map(labelOf);
  if (removable.length === 0) return output;
  return {
    ...output,
    text: `${output.text}\nTo remove what is left of deleted servers: ${INVOCATION} leftover remove ${removable.join(' ')}${engines.list().length > 1 ? ` --engine ${one.name}` : ''}`,
  };
}

async function remove(
  ctx: Ctx,
  engines: ConfiguredEngines,
  { labels, one }: { labels: readonly string[]; one: EngineConfig },
): Promise<CommandOutput> {
  const removed = await withEngine(ctx, engines, one, ({ engine }) => removeLeftovers(ctx, engine, labels));
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
