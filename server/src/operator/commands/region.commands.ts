import type { Command } from 'commander';
import { addRegion } from '../../core/money/catalog/regions/add-region.ts';
import { changeRegion } from '../../core/money/catalog/regions/change-region.ts';
import { listRegions } from '../../core/money/catalog/regions/list-regions.ts';
import { removeRegion } from '../../core/money/catalog/regions/remove-region.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { parseText, parseYesNo } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { OperatorError } from '../operator-error.ts';
import { table, wholeList, yesNo, type CommandOutput } from '../output.ts';
import { INVOCATION, verb } from '../verb.ts';

export function addRegionCommands(program: Command, operate: Operate): void {
  const region = program.command('region').description('where your servers are');

  verb(region, 'list', operate(list), { description: 'Show every region, the default first.', example: '' });

  verb(region, 'add', operate(add), {
    description: 'Add a region. Nothing is sold there until it has a pool.',
    example: 'france-paris --name "Paris, France" --country FR --timezone Europe/Paris',
  })
    .argument('<region>', 'its id, such as france-paris', parseText)
    .requiredOption('--name <text>', 'what people read', parseText)
    .requiredOption('--country <code>', 'its two letters, such as FR')
    .requiredOption('--timezone <name>', 'as in Europe/Paris')
    .option('--province <code>', 'the province or state, such as QC', parseText, '')
    .option('--ipv6 <yes|no>', 'whether servers get an IPv6 address there', parseYesNo, true)
    .option('--default', 'requests that name no region mean this one');

  verb(region, 'change <region>', operate(change), {
    description: 'Change what is said of a region, or make it the default.',
    example: 'france-paris --default',
  })
    .option('--name <text>', 'what people read', parseText)
    .option('--country <code>', 'its two letters, such as FR')
    .option('--timezone <name>', 'as in Europe/Paris')
    .option('--province <code>', 'the province or state, such as QC', parseText)
    .option('--ipv6 <yes|no>', 'whether servers get an IPv6 address there', parseYesNo)
    .option('--default', 'requests that name no region mean this one');

  verb(region, 'remove <region>', operate(remove), {
    description: 'Remove a region in which no pool stands and no server has been.',
    example: 'france-paris',
  });
}

async function list(ctx: Ctx): Promise<CommandOutput> {
  const regions = await listRegions(ctx);
  const text = table(
    regions,
    [
      { title: 'id', of: (row) => row.id },
      { title: 'name', of: (row) => row.name },
      { title: 'country', of: (row) => [row.country, row.province].filter(Boolean).join('-') },
      { title: 'timezone', of: (row) => row.timezone },
      { title: 'ipv6', of: (row) => yesNo(row.features.ipv6) },
      { title: 'spot', of: (row) => yesNo(row.features.spot) },
      { title: 'takes servers', of: (row) => yesNo(row.available) },
      { title: 'default', of: (row) => (row.default ? 'yes' : '') },
    ],
    'There is no region.',
  );
  return wholeList(regions, text);
}

interface Place {
  readonly name: string;
  readonly country: string;
  readonly timezone: string;
  readonly province: string;
  readonly ipv6: boolean;
}

async function add(ctx: Ctx, id: string, options: Place & { default?: true }): Promise<CommandOutput> {
  const { name, country, timezone, province, ipv6 } = options;
  const region = await addRegion(ctx, { id, name, country, timezone, province, ipv6, isDefault: options.default === true });
  const next = `Make a pool in it with: ${INVOCATION} pool add NAME --model SLUG --region ${id}`;
  return { data: { ...region }, text: `Added the region ${name}: ${id}\n${next}` };
}

async function change(ctx: Ctx, regionId: string, options: Partial<Place> & { default?: true }): Promise<CommandOutput> {
  const { default: makeDefault, name, country, timezone, province, ipv6 } = options;
  const said = { makeDefault, name, country, timezone, province, ipv6 };
  if (Object.values(said).every((value) => value === undefined)) {
    throw new OperatorError('Nothing to change: give --name, --country, --timezone, --province, --ipv6 or --default.');
  }
  const region = await changeRegion(ctx, { regionId, ...said });
  return { data: { ...region }, text: `The region ${regionId} is now ${region.name}${region.isDefault ? ', the default' : ''}.` };
}

async function remove(ctx: Ctx, regionId: string): Promise<CommandOutput> {
  await removeRegion(ctx, { regionId });
  return { data: { id: regionId, removed: true }, text: `Removed the region ${regionId}.` };
}
