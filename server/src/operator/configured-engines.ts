import type { Command } from 'commander';
import type { EngineConfig } from '../config-engines.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import type { OpenEngine } from '../start/open-engine.ts';
import { parseText } from './arguments.ts';
import { OperatorError } from './operator-error.ts';

/** The configured engines, and how to open one of them. */
export interface ConfiguredEngines {
  readonly list: () => readonly EngineConfig[];
  readonly open: (ctx: Ctx, one: EngineConfig) => Promise<OpenEngine>;
}

/** The input of a command about one engine: see `onEngine`. */
export interface OneEngine {
  readonly engine?: string;
}

export function onEngine(command: Command): Command {
  return command.option('--engine <name>', 'on which engine; needed where the configuration names several', parseText);
}

/** The engine of this name, which may be omitted if there is only one. */
export function chooseEngine(engines: ConfiguredEngines, name: string | undefined): EngineConfig {
  const all = engines.list();
  const [only, ...others] = all;
  if (name === undefined && only !== undefined && others.length === 0) return only;
  const names = all.map((one) => one.name).join(', ');
  if (name === undefined) throw new OperatorError(`There are several engines. Write which one with --engine: ${names}`);
  const chosen = all.find((one) => one.name === name);
  if (chosen) return chosen;
  throw new OperatorError(`The configuration has no engine ${name}. It has: ${names}. Name it in BOREAL_ENGINES, with its settings.`);
}
