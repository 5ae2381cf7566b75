import { engineSentences } from '@boreal/contract/request-sentences/engine.sentences.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { InvalidArgumentError, type Command } from 'commander';
import type { EngineConfig } from '../../config-engines.ts';
import { listOrphans, removeOrphan, type Orphan } from '../../core/fleet/engines/orphans.ts';
import { adoptMachine, type Adopted, type AdoptionTerms, type ChargeFrom } from '../../core/fleet/adoption/adopt-machine.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { EngineError, type Engine } from '../../engines/engine.ts';
import { AppError, invalidRequest } from '../../kit/errors.ts';
import { chooseEngine, onEngine, type ConfiguredEngines, type OneEngine } from '../configured-engines.ts';
import { explainError } from '../explain-error.ts';
import { withEngine } from '../with-engine.ts';
import type { Operate } from '../operate.ts';
import { cad, count, table, wholeList, type Column, type CommandOutput } from '../output.ts';
import { INVOCATION, verb } from '../verb.ts';

export function addOrphanCommands(program: Command, operate: Operate, engines: ConfiguredEngines): void {
  const orphan = program.command('orphan').description('machines and stored backups on an engine that Boreal does not know');

  onEngine(
    verb(
      orphan,
      'list',
      operate((ctx, options: OneEngine) => list(ctx, engines, chooseEngine(engines, options.engine))),
      { description: 'Show machines and stored backups with the mark of this Boreal that belong to no server or backup.', example: '' },
    ),
  );

  onEngine(
    verb(
      orphan,
      'adopt',
      operate((ctx, ids: string[], options: AdoptOptions) => adopt(ctx, engines, ids, options)),
      {
        description: 'Return machines to their accounts as the servers that their marks say they are.',
        example: '--all --charge start --preview',
      },
    )
      .argument('[ids...]', 'which machines, as orphan list names them')
      .option('--all', 'all machines that orphan list shows')
      .option('--preview', 'show what would be done and charged, and do nothing')
      .option(
        '--charge <from>',
        'now (the default): their hours are charged from now on; start: also those since they began to run, which the restored books do not have',
        parseCharge,
      )
      .option('--as-hourly', 'also prepaid servers: as hourly ones, because the restored books do not have their card payments'),
  );

  onEngine(
    verb(
      orphan,
      'remove <id>',
      operate((ctx, id: string, options: OneEngine) => remove(ctx, engines, { id, one: chooseEngine(engines, options.engine) })),
      {
        description: 'Destroy one, with all its data. What belongs to a known server or backup is never removed.',
        example: 'srv_01k4z8m3w5x7y9a1b3c5d7e9f1',
      },
    ),
  );
}

interface AdoptOptions extends OneEngine {
  readonly all?: true;
  readonly preview?: true;
  readonly charge?: ChargeFrom;
  readonly asHourly?: true;
}

const chargeFroms: readonly ChargeFrom[] = ['now', 'start'];

function parseCharge(text: string): ChargeFrom {
  const charge = chargeFroms.find((one) => one === text);
  if (!charge) throw new InvalidArgumentError('It is now or start.');
  return charge;
}

/** One machine that was adopted, or the reason why not. */
type Row = { readonly id: string } & ({ readonly adopted: Adopted } | { readonly refused: string });

async function adopt(ctx: Ctx, engines: ConfiguredEngines, ids: readonly string[], options: AdoptOptions): Promise<CommandOutput> {
  if (options.all === (ids.length > 0 || undefined)) throw invalidRequest('orphan', engineSentences.whichOrphans);
  const { preview = false, charge = 'now', asHourly = false } = options;
  const one = chooseEngine(engines, options.engine);
  const rows = await withEngine(ctx, engines, one, async ({ engine }) => {
    const wanted = options.all ? (await listOrphans(ctx, engine)).filter(({ kind }) => kind === 'machine').map(({ id }) => id) : ids;
    const done: Row[] = [];
    // One after the other: each has its own transaction, so one refusal does not affect the others.
    for (const id of wanted) done.push(await adoptOne(ctx, engine, { id, preview, charge, asHourly }));
    return done;
  });
  return told(rows, { preview });
}

async function adoptOne(ctx: Ctx, engine: Engine, of: { id: string; preview: boolean } & AdoptionTerms): Promise<Row> {
  try {
    return { id: of.id, adopted: await adoptMachine(ctx, engine, of) };
  } catch (error) {
    if (error instanceof AppError) return { id: of.id, refused: explainError(error) ?? error.message };
    if (error instanceof EngineError) return { id: of.id, refused: `${of.id}: the engine did not tell (${error.message}). Try again.` };
    throw error;
  }
}

function told(rows: readonly Row[], { preview }: { preview: boolean }): CommandOutput {
  const adopted = rows.flatMap((row) => ('adopted' in row ? [row.adopted] : []));
  const refused = rows.flatMap((row) => ('refused' in row ? [row] : []));
  const micros = adopted.reduce((sum, { chargedMicros }) => sum + chargedMicros, 0n);
  const sentence = preview
    ? `Nothing has been written. Without --preview, ${count(adopted.length, 'server')} would be adopted and ${cad(micros)} CAD charged.`
    : `Adopted ${count(adopted.length, 'server')} and charged ${cad(micros)} CAD.`;
  return {
    data: {
      preview,
      adopted: adopted.map(({ chargedMicros, slots, ...rest }) => ({ ...rest, slots: [...slots], chargedCad: toCad(chargedMicros) })),
      refused: refused.map(({ id, refused: reason }) => ({ id, reason })),
    },
    text: [...(adopted.length > 0 ? [table(adopted, adoptedColumns, '')] : []), sentence].join('\n'),
    ...(refused.length > 0 && { failure: refused.map((row) => row.refused).join('\n') }),
  };
}

const adoptedColumns: readonly Column<Adopted>[] = [
  { title: 'server', of: ({ id }) => id },
  { title: 'name', of: ({ name }) => name },
  { title: 'account', of: ({ accountId, accountName }) => `${accountName} (${accountId})` },
  { title: 'plan', of: ({ planId }) => planId },
  { title: 'is', of: ({ status }) => status },
  {
    title: 'on',
    of: ({ hostName, slots }) => (hostName === null ? '–' : [hostName, ...(slots.length > 0 ? [slots.join(',')] : [])].join('/')),
  },
  { title: 'charged from', of: ({ clockFrom }) => clockFrom?.toISOString() ?? '–' },
  { title: 'hours', of: ({ hours }) => String(hours), right: true },
  { title: 'cad', of: ({ chargedMicros }) => cad(chargedMicros), right: true },
];

async function list(ctx: Ctx, engines: ConfiguredEngines, one: EngineConfig): Promise<CommandOutput> {
  const found = await withEngine(ctx, engines, one, ({ engine }) => listOrphans(ctx, engine));
  const output = wholeList(
    found.map((orphan) => ({ ...orphan })),
    table(found, columns, 'Everything on the engine is known.'),
  );
  if (found.length === 0) return output;
  return {
    ...output,
    text: `${output.text}\nAfter an older copy of the database was restored, these were sold since: restore a newer copy if there is one, or give the machines back to their customers: ${INVOCATION} orphan adopt --all --preview. Nothing removes them by itself, and nobody else is sold what they have.`,
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
