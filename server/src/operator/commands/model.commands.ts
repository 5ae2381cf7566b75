import type { Command } from 'commander';
import { addModel } from '../../core/money/catalog/add-model.ts';
import { changeModel } from '../../core/money/catalog/change-model.ts';
import { selectModels, type ModelRow } from '../../core/money/catalog/models.store.ts';
import { reinstateModel, retireModel } from '../../core/money/catalog/retire-model.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { parseList, parsePlace, parseSizeGb, parseText } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { OperatorError } from '../operator-error.ts';
import { table, when, wholeList, type CommandOutput, type Column } from '../output.ts';
import { INVOCATION, verb } from '../verb.ts';

export function addModelCommands(program: Command, operate: Operate): void {
  const model = program.command('model').description('GPU models of the catalog');

  verb(model, 'list', operate(list), { description: "Show every model in the catalog's order.", example: '' });

  verb(model, 'add', operate(add), {
    description: 'Add a GPU model. It is shown when it has a plan.',
    example: 'rtx-4090 --name "RTX 4090" --memory 24',
  })
    .argument('<slug>', 'its name in addresses and ids of plans, such as rtx-4090 or h100-mig-1g.10gb', parseText)
    .requiredOption('--name <text>', 'what people read', parseText)
    .requiredOption('--memory <gb>', 'the memory of one GPU', parseSizeGb)
    .option('--position <number>', 'its place in the catalog, from 0; the last without it', parsePlace)
    .option('--pci <list>', 'what its cards are on the bus, such as 10de:2684, if engine hosts does not name their model', parseList, []);

  verb(model, 'change <model>', operate(change), {
    description: 'Change what a model is called, its memory, or its place in the catalog.',
    example: 'rtx-4090 --name "GeForce RTX 4090"',
  })
    .option('--name <text>', 'what people read', parseText)
    .option('--memory <gb>', 'the memory of one GPU', parseSizeGb)
    .option('--position <number>', 'its place in the catalog, from 0', parsePlace)
    .option('--pci <list>', 'what its cards are on the bus, such as 10de:2684,10de:2685', parseList);

  verb(model, 'retire <model>', operate(retire), {
    description: 'Take a model and its plans out of the catalog. Servers of them go on at their prices.',
    example: 'l4',
  });

  verb(model, 'reinstate <model>', operate(reinstate), {
    description: 'Take a retired model back into the catalog; its plans stay retired until each is reinstated.',
    example: 'l4',
  });
}

async function list(ctx: Ctx): Promise<CommandOutput> {
  const models = await selectModels(ctx.db.sql);
  return wholeList(
    models.map((row) => ({ ...row })),
    table(models, columns, `There is no model yet. Add one with: ${INVOCATION} model add SLUG --name TEXT --memory GB`),
  );
}

const columns: readonly Column<ModelRow>[] = [
  { title: 'slug', of: (row) => row.slug },
  { title: 'name', of: (row) => row.name },
  { title: 'gb', right: true, of: (row) => String(row.memoryGb) },
  { title: 'pci ids', of: (row) => row.pciIds.join(' ') || '–' },
  { title: 'position', right: true, of: (row) => String(row.position) },
  { title: 'retired', of: (row) => when(row.retiredAt) },
];

async function add(
  ctx: Ctx,
  slug: string,
  options: { name: string; memory: number; position?: number; pci: readonly string[] },
): Promise<CommandOutput> {
  const { name, memory: memoryGb, position = null, pci: pciIds } = options;
  const model = await addModel(ctx, { slug, name, memoryGb, position, pciIds });
  const next = `Add its plans with: ${INVOCATION} plan add ${slug} --gpus 1 --vcores 8 --ram 64`;
  return { data: { ...model }, text: `Added the model ${model.name} with ${memoryGb} GB: ${slug}\n${next}` };
}

async function change(
  ctx: Ctx,
  slug: string,
  options: { name?: string; memory?: number; position?: number; pci?: readonly string[] },
): Promise<CommandOutput> {
  const { name, memory: memoryGb, position, pci: pciIds } = options;
  if ([name, memoryGb, position, pciIds].every((value) => value === undefined)) {
    throw new OperatorError('Nothing to change: give --name, --memory, --position or --pci.');
  }
  const model = await changeModel(ctx, { slug, name, memoryGb, position, pciIds });
  return { data: { ...model }, text: `The model ${slug} is now ${model.name}, ${model.memoryGb} GB, at place ${model.position}.` };
}

async function retire(ctx: Ctx, slug: string): Promise<CommandOutput> {
  const model = await retireModel(ctx, { slug });
  return { data: { ...model }, text: `Retired the model ${slug} and its plans. Servers of them go on at their prices.` };
}

async function reinstate(ctx: Ctx, slug: string): Promise<CommandOutput> {
  const model = await reinstateModel(ctx, { slug });
  return {
    data: { ...model },
    text: `The model ${slug} is in the catalog again. Reinstate its plans with: ${INVOCATION} plan reinstate PLAN`,
  };
}
