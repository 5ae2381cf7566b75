import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import { readMigrationFiles } from '../../db/migration-files.ts';
import { productVersion } from '../../kit/product-version.ts';
import type { ConfiguredEngines } from '../configured-engines.ts';
import type { Operate, OperateAlone } from '../operate.ts';
import { facts, type CommandOutput } from '../output.ts';
import { verb } from '../verb.ts';

export function addVersionCommands(program: Command, _operate: Operate, _engines: ConfiguredEngines, alone: OperateAlone): void {
  const version = program.command('version').description('the version of this Boreal');
  verb(version, 'show', alone(show), {
    description: 'Show the versions of Boreal and its Node, and the last migration that it brings.',
    example: '',
    isDefault: true,
  });
}

async function show(_config: Config): Promise<CommandOutput> {
  const boreal = await productVersion();
  const node = process.versions.node;
  const migration = (await readMigrationFiles()).at(-1)?.name ?? 'none';
  return { data: { boreal, node, migration }, text: facts({ Boreal: boreal, Node: node, 'Last migration': migration }) };
}
