import type { Command } from 'commander';
import { listPools } from '../../core/fleet/capacity/pools/list-pools.ts';
import { addImage } from '../../core/money/catalog/images/add-image.ts';
import { selectImages, type ImageRow } from '../../core/money/catalog/catalog.store.ts';
import { removeImage } from '../../core/money/catalog/images/remove-image.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { parseSizeGb, parseText, parseWords } from '../arguments.ts';
import { answerSignal } from '../../engines/answer-limits.ts';
import { EngineSilent } from '../../engines/engine.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import type { ConfiguredEngines } from '../configured-engines.ts';
import type { Operate } from '../operate.ts';
import { withEngine } from '../with-engine.ts';
import { table, when, wholeList, type CommandOutput, type Column } from '../output.ts';
import { INVOCATION, verb } from '../verb.ts';

/** The minimum time to wait for an engine. */
const AT_LEAST = { atLeastMs: 20 * SECOND_MS };

export function addImageCommands(program: Command, operate: Operate, engines: ConfiguredEngines): void {
  const image = program.command('image').description('operating system images');

  verb(image, 'list', operate(list), { description: 'Show every image; servers get the default one.', example: '' });

  verb(
    image,
    'add',
    operate((ctx, id: string, options: AddOptions) => add(ctx, engines, id, options)),
    {
      description:
        'Declare an image, or change one that is there; say whether the engines that are sold on have it, and whether it fits what is sold.',
      example: 'ubuntu-24.04-cuda --name "Ubuntu 24.04 LTS + CUDA" --username ubuntu --engine-name boreal/ubuntu-24.04-cuda --default',
    },
  )
    .argument('<image>', 'its id, such as ubuntu-24.04', parseText)
    .requiredOption('--name <text>', 'what people read', parseText)
    .requiredOption('--username <name>', 'the user who is let in with the SSH key', parseText)
    .option('--engine-name <name>', "the engine's own name of the image, such as an alias in Incus; the id without it", parseText)
    .option('--type <name>', 'which system it is, such as ubuntu; taken from the id without it', parseText)
    .option('--release <text>', 'its version, such as 24.04; taken from the id without it', parseText)
    .option('--size <gb>', 'how large its disk is at least, GB', parseSizeGb, 4)
    .option('--software <list>', 'what it brings, such as cuda,docker: it is then offered as a template', parseWords, [])
    .option('--default', 'new servers get this image');

  verb(image, 'remove', operate(remove), {
    description: 'Take back an image that no server was made from.',
    example: 'debian-12',
  }).argument('<image>', 'its id');
}

async function list(ctx: Ctx): Promise<CommandOutput> {
  const images = await selectImages(ctx.db.sql);
  return wholeList(
    images.map((row) => ({ ...row })),
    table(images, columns, 'There is no image.'),
  );
}

const columns: readonly Column<ImageRow>[] = [
  { title: 'id', of: (row) => row.id },
  { title: 'name', of: (row) => row.name },
  { title: 'engine name', of: (row) => row.engineName ?? row.id },
  { title: 'username', of: (row) => row.username },
  { title: 'software', of: (row) => row.labels.join(', ') },
  { title: 'gb', right: true, of: (row) => String(row.sizeGb) },
  { title: 'default', of: (row) => (row.isDefault ? 'yes' : '') },
  { title: 'created', of: (row) => when(row.createdAt) },
];

interface AddOptions {
  readonly name: string;
  readonly username: string;
  readonly engineName?: string;
  readonly type?: string;
  readonly release?: string;
  readonly size: number;
  readonly software: readonly string[];
  readonly default?: true;
}

async function add(ctx: Ctx, engines: ConfiguredEngines, id: string, options: AddOptions): Promise<CommandOutput> {
  const [type = id, version = ''] = id.split('-');
  const image = await addImage(ctx, {
    id,
    name: options.name,
    username: options.username,
    engineName: options.engineName ?? null,
    type: options.type ?? type,
    version: options.release ?? version,
    sizeGb: options.size,
    labels: options.software,
    isDefault: options.default === true,
  });
  const use = image.isDefault ? 'New servers get it.' : 'New servers get another, the default one.';
  const wrong = await askEngines(ctx, engines, image);
  const text = [
    `The image ${image.id} is ${image.engineName ?? image.id} on the engine. ${use}`,
    ...wrong.map((sentence) => `- ${sentence}`),
  ];
  return { data: { ...image, wrong }, text: text.join('\n') };
}

/** The problems with an image on each engine that sells something. The image is declared anyway: it may be added there later. */
async function askEngines(ctx: Ctx, engines: ConfiguredEngines, { id, engineName }: ImageRow): Promise<string[]> {
  const sold = new Set((await listPools(ctx.db.sql)).map((pool) => pool.engine));
  const wrong: string[] = [];
  for (const one of engines.list().filter(({ name }) => sold.has(name))) {
    try {
      const images = [{ id, engineName: engineName ?? id }];
      const found = await withEngine(ctx, engines, one, ({ engine, checkImages }) =>
        checkImages(images, answerSignal(engine, 'check', AT_LEAST)),
      );
      wrong.push(...found);
    } catch (error) {
      if (!(error instanceof EngineSilent)) throw error;
      wrong.push(`Whether the engine ${one.name} has it could not be asked: ${error.message} Ask again with: ${INVOCATION} engine check`);
    }
  }
  return wrong;
}

async function remove(ctx: Ctx, id: string): Promise<CommandOutput> {
  await removeImage(ctx, { imageId: id });
  return { data: { id, removed: true }, text: `Removed the image ${id}.` };
}
