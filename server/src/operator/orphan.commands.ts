import type { Command } from 'commander';
import type { EngineConfig } from '../config-engines.ts';
import { listOrphans, removeOrphan, type Orphan } from '../core/fleet/engines/orphans.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { chooseEngine, onEngine, type ConfiguredEngines, type OneEngine } from './configured-engines.ts';
import { withEngine } from './engine.commands.ts';
import type { Operate } from './operate.ts';
import { table, wholeList, type Column, type CommandOutput } from './output.ts';
import { verb } from './verb.ts';

export function addOrphanCommands(program: Command, operate: Operate, engines: ConfiguredEngines): void {
  const orphan = program.command('orphan').description('machines and stored backups that an engine has and Boreal does not know');

  onEngine(
    verb(
      orphan,
      'list',
      operate((ctx, options: OneEngine) => list(ctx, engines, chooseEngine(engines, options.engine))),
      { description: 'Show machines and stored backups with our mark that no server or backup of ours is.', example: '' },
    ),
  );

  onEngine(
    verb(
      orphan,
      'remove <id>',
      operate((ctx, id: string, options: OneEngine) => remove(ctx, engines, { id, one: chooseEngine(engines, options.engine) })),
      {
        description: 'Destroy one of them, with all data on it. Nothing that has a row of ours is removed.',
        example: 'srv_01k4z8m3w5x7y9a1b3c5d7e9f1',
      },
    ),
  );
}

async function list(ctx: Ctx, engines: ConfiguredEngines, one: EngineConfig): Promise<CommandOutput> {
  const found = await withEngine(ctx, engines, one, ({ engine }) => listOrphans(ctx, engine));
  const output = wholeList(
    found.map((orphan) => ({ ...orphan })),
    table(found, columns, 'Everything on the engine is known.'),
  );
  if (found.length === 0) return output;
  return {
    ...output,
    text: `${output.text}\nAfter an older copy of the database was restored, these were sold since: restore a newer copy if there is one. Nothing removes them by itself.`,
  };
}

async function remove(ctx: Ctx, engines: ConfiguredEngines, { id, one }: { id: string; one: EngineConfig }): Promise<CommandOutput> {
  const { kind } = await withEngine(ctx, engines, one, ({ engine }) => removeOrphan(ctx, engine, id));
  return { data: { id, kind }, text: `The ${kind} ${id} is being removed, with all data on it.` };
}

const columns: readonly Column<Orphan>[] = [
  { title: 'id', of: ({ id }) => id },
  { title: 'kind', of: ({ kind }) => kind },
  { title: 'is', of: ({ state }) => state },
  { title: 'host', of: ({ hostName }) => hostName ?? '–' },
  { title: 'address', of: ({ ipv4 }) => ipv4 ?? '–' },
];
