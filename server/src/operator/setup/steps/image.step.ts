import { z } from 'zod';
import { addImage } from '../../../core/money/catalog/images/add-image.ts';
import { selectImages } from '../../../core/money/catalog/catalog.store.ts';
import type { Ctx } from '../../../core/ground/ctx.ts';
import type { IncusConfig } from '../../../config-engines.ts';
import { makeImage } from '../incus/make-image.ts';
import { machineTypeOf } from '../machine-type.ts';
import { incusOf, withIncus } from '../incus/with-incus.ts';
import { requireCtx } from '../require-ctx.ts';
import type { Change, Setup, Step } from '../step.ts';

const ALIAS = 'ubuntu-24.04';
const SOURCE = 'ubuntu/24.04/cloud';
/** The minimum size of its disk. */
const IMAGE_GB = 4;

/** What servers are made from: an Incus image, which is made if there is none, and its name in Boreal. */
export const imageStep: Step = {
  name: 'image',
  async plan(setup) {
    const incus = await incusOf(setup);
    if (incus === null) return { stands: 'the engine’s own', changes: [] };
    const ctx = await setup.ctx();
    const images = ctx ? await selectImages(ctx.db.sql) : [];
    const known = images.find(({ isDefault }) => isDefault);
    const said = await setup.answers.given('image');
    const alias = said ?? (known ? (known.engineName ?? known.id) : await setup.answers.get('image', { byDefault: ALIAS }));
    const changes: Change[] = [];
    if (!(await isOnIncus(setup, incus, alias))) {
      const source = await setup.answers.get('image-source', { byDefault: SOURCE });
      const machineType = await machineTypeOf(setup);
      const run = () => withIncus(setup, incus, (used) => makeImage(used, incus, { alias, source, machineType }));
      changes.push({ verb: 'make', what: `the image ${alias} from ${source}, with an SSH server (a minute or two)`, run });
    }
    if (!images.some(({ id, engineName }) => (engineName ?? id) === alias)) changes.push(await nameChange(setup, ctx, alias));
    return { stands: alias, changes };
  },
};

function isOnIncus(setup: Setup, incus: IncusConfig, alias: string): Promise<boolean> {
  const path = `/1.0/images/aliases/${encodeURIComponent(alias)}`;
  return withIncus(setup, incus, async ({ client, signal }) => (await client.find(path, z.object({}), signal)) !== null);
}

async function nameChange({ answers }: Setup, ctx: Ctx | null, id: string): Promise<Change> {
  const [type = id, version = ''] = id.split('-');
  const username = await answers.get('image-user', { byDefault: type });
  const name = `${type.slice(0, 1).toUpperCase()}${type.slice(1)} ${version}`.trim();
  const image = { id, name, username, engineName: null, type, version, sizeGb: IMAGE_GB, labels: [], isDefault: true };
  return {
    verb: 'add',
    what: `the image ${name}, whose user is ${username}`,
    run: async () => void (await addImage(requireCtx(ctx), image)),
  };
}
