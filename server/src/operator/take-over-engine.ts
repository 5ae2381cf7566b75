import type { Command } from 'commander';
import { listFenced } from '../core/fleet/holders/holders.store.ts';
import { takeOverEngine } from '../core/fleet/holders/take-over.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { requireEngine } from '../core/ground/installation/require-engine.ts';
import { parseText } from './arguments.ts';
import { chooseEngine, type ConfiguredEngines } from './configured-engines.ts';
import { withEngine } from './with-engine.ts';
import type { Operate } from './operate.ts';
import { OperatorError } from './operator-error.ts';
import type { CommandOutput } from './output.ts';
import { INVOCATION, verb } from './verb.ts';

/** The description of the restore command's flag. */
export const TAKE_OVER =
  'the Boreal that was copied is gone for good: this database drives its engines from now on. Leave it out where another still runs';

/** What a restore reports about the engines. */
export function takenOver(isAsked: boolean): string {
  return isAsked
    ? 'Its engines are taken over as soon as Boreal starts.'
    : `Boreal leaves its engines alone if a newer database drives them; once that one is gone for good: ${INVOCATION} engine take-over NAME --confirm NAME.`;
}

export function addTakeOver(engine: Command, operate: Operate, engines: ConfiguredEngines): void {
  verb(
    engine,
    'take-over',
    operate((ctx, name: string, options: { confirm: string }) => takeOver(ctx, engines, name, options)),
    {
      description:
        'Let this Boreal drive an engine that another one, with a newer database of this installation, drove until now. Stop the other one first: what it still does until its next look, within a minute, is done; from then on it does nothing.',
      example: 'incus --confirm incus',
    },
  )
    .argument('<name>', 'which engine')
    .requiredOption('--confirm <name>', 'the same name again: the other Boreal is stopped, and stays so', parseText);
}

async function takeOver(ctx: Ctx, engines: ConfiguredEngines, name: string, { confirm }: { confirm: string }): Promise<CommandOutput> {
  const one = chooseEngine(engines, name);
  if (confirm !== name) throw new OperatorError(`--confirm must be ${name}: nothing was taken over.`);
  await ctx.transact((tx) => requireEngine(tx, name));
  const wasFenced = (await listFenced(ctx.db.sql, [{ name }])).length > 0;
  const isSaid = await withEngine(ctx, engines, one, ({ engine }) => takeOverEngine(ctx, engine));
  const others = (await listFenced(ctx.db.sql, engines.list())).map(({ engine }) => engine);
  const still = others.length === 0 ? '' : ` Nothing is billed before these are taken over, too: ${others.join(', ')}.`;
  return {
    data: { engine: name, wasFenced, stillFenced: others, keepsOthersAway: isSaid },
    text: `This Boreal drives the engine ${name} now.${still} ${
      isSaid
        ? 'A Boreal with any other database of this installation stays away from it.'
        : `But the engine does not say so, and a Boreal with another database of this installation does not stay away: make sure that none runs. What is wrong: ${INVOCATION} engine check --engine ${name}`
    }`,
  };
}
