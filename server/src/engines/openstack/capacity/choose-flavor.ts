import { z } from 'zod';
import { EngineError, type MachineSize } from '../../engine.ts';
import { CloudError } from '../cloud/cloud-errors.ts';
import { Flavor, Nothing } from '../cloud/cloud-shapes.ts';
import {
  aliasMissing,
  fits,
  flavorCommand,
  givesGpus,
  lacksAlias,
  namedFlavor,
  newFlavor,
  wantedFlavor,
  wrongGpus,
} from './flavor.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

/**
 * A machine's flavor: the one that the operator has named, one that matches exactly what was sold, or, in our own cloud, a new one. Never
 * one that gives other GPUs than are sold.
 * @throws EngineError no_capacity (the cloud has none, and we may make none)
 */
export async function chooseFlavor(deps: OpenstackDeps, size: MachineSize, signal: AbortSignal): Promise<Flavor> {
  const { layout } = deps;
  const named = namedFlavor(size, layout);
  if (named === null && lacksAlias(size, layout)) throw new EngineError('no_capacity', aliasMissing(size));
  const found = (await findFlavor(deps, size, { anew: false }, signal)) ?? (await findFlavor(deps, size, { anew: true }, signal));
  if (found && !givesGpus(found, size, layout)) throw new EngineError('no_capacity', wrongGpus(found, size, layout));
  if (found) return found;
  const wanted = wantedFlavor(size, layout);
  if (named === null && layout.whose === 'ours') {
    await makeFlavor(deps, newFlavor(wanted), signal);
    const made = await findFlavor(deps, size, { anew: true }, signal);
    if (made) return made;
  }
  throw new EngineError(
    'no_capacity',
    named === null
      ? `The cloud has no flavor of that size. Make one: ${flavorCommand(wanted, 'NAME')}. Or name one in OPENSTACK_FLAVORS.`
      : `The cloud has no flavor ${named}, which OPENSTACK_FLAVORS names.`,
  );
}

/** The named one, whatever it gives; otherwise one that matches exactly what is sold. */
export async function findFlavor(
  { layout, directory }: Pick<OpenstackDeps, 'layout' | 'directory'>,
  size: MachineSize,
  options: { anew: boolean },
  signal: AbortSignal,
): Promise<Flavor | null> {
  const flavors = await directory.flavors(options, signal);
  const named = namedFlavor(size, layout);
  if (named !== null) return flavors.find(({ id, name }) => name === named || id === named) ?? null;
  if (lacksAlias(size, layout)) return null;
  return flavors.find((flavor) => fits(flavor, wantedFlavor(size, layout))) ?? null;
}

const One = z.object({ flavor: Flavor });

async function makeFlavor(deps: OpenstackDeps, { flavor, extra_specs }: ReturnType<typeof newFlavor>, signal: AbortSignal): Promise<void> {
  const { client, log, directory } = deps;
  let id: string | undefined;
  try {
    id = (await client.change('compute', { method: 'POST', path: '/flavors', body: { flavor } }, One, signal)).flavor.id;
    log.info({ flavor: flavor.name }, 'a flavor was made for a plan');
  } catch (error) {
    // Someone else was faster, or was interrupted before writing its properties.
    if (!(error instanceof CloudError && error.status === 409)) throw error;
    id = (await directory.flavors({ anew: true }, signal)).find(({ name }) => name === flavor.name)?.id;
  }
  if (id === undefined || Object.keys(extra_specs).length === 0) return;
  await client.change('compute', { method: 'POST', path: `/flavors/${id}/os-extra_specs`, body: { extra_specs } }, Nothing, signal);
}
