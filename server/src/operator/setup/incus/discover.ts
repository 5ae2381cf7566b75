import { isNvidia, modelOfGpu } from '@boreal/contract/fleet/gpu-hardware.ts';
import type { Ctx } from '../../../core/ground/ctx.ts';
import { selectModels } from '../../../core/money/catalog/models.store.ts';
import type { EngineGpu, EngineHost } from '../../../engines/engine-hosts.ts';
import { gpusOf } from '../../../engines/incus/rules/hosts.rules.ts';
import { Resources, Server } from '../../../engines/incus/client/incus-shapes.ts';
import { findEngineHosts } from '../../commands/engine.commands.ts';
import { INVOCATION } from '../../verb.ts';
import { enginesOf } from '../engines-of.ts';
import type { Machine } from '../machine.ts';
import { machineTypeOf } from '../machine-type.ts';
import type { Setup } from '../step.ts';
import { incusOf, withIncus } from './with-incus.ts';
import { busyGpus } from './busy-gpus.rules.ts';

/** The cards of one host, and what to do with each. */
export interface Discovered {
  readonly host: EngineHost;
  /** Cards of known models that nothing on the host uses. */
  readonly cards: readonly (EngineGpu & { readonly model: string })[];
  /** Cards left out, as sentences that say what to do. */
  readonly leftOut: readonly string[];
}

/** The engine's hosts and their hardware. Without a database, in a preview, what this machine's Incus lists. */
export async function discover(setup: Setup, ctx: Ctx | null): Promise<readonly Discovered[]> {
  const hosts = ctx === null ? await listed(setup) : await declared(setup, ctx);
  const busy = await busyOn(setup.machine);
  const isUseless = await uselessGpus(setup, hosts);
  return hosts.map((host) => judged(host, { busy, isUseless }));
}

/** GPUs whose driver cannot be given to containers, if servers are containers. */
async function uselessGpus(setup: Setup, hosts: readonly EngineHost[]): Promise<(gpu: EngineGpu) => boolean> {
  const lacksTools = ({ forContainers }: EngineGpu) => forContainers === false;
  if (!hosts.some(({ gpus }) => gpus.some(lacksTools)) || (await machineTypeOf(setup)) === 'vm') return () => false;
  return lacksTools;
}

async function declared(setup: Setup, ctx: Ctx): Promise<readonly EngineHost[]> {
  const engines = enginesOf(await setup.config());
  const [engine] = engines.list();
  return engine === undefined ? [] : findEngineHosts(ctx, engines, engine);
}

async function listed(setup: Setup): Promise<readonly EngineHost[]> {
  const incus = await incusOf(setup);
  if (incus === null) return [];
  return withIncus(setup, incus, async ({ client, signal }) => {
    const { value: server } = await client.read('/1.0', Server, signal);
    const { value: resources } = await client.read('/1.0/resources', Resources, signal);
    return [{ name: server.environment.server_name, reachable: true, gpus: gpusOf(resources.gpu.cards ?? []), found: null }];
  });
}

function judged(
  host: EngineHost,
  { busy, isUseless }: { busy: ReadonlyMap<string, string>; isUseless: (gpu: EngineGpu) => boolean },
): Discovered {
  const cards: (EngineGpu & { model: string })[] = [];
  const leftOut: string[] = [];
  for (const gpu of host.gpus) {
    const user = busy.get(gpu.device);
    const model = gpu.model ?? (gpu.hardware && modelOfGpu(gpu.hardware));
    if (user !== undefined)
      leftOut.push(
        `${gpu.device} (${gpu.name}) is used by ${user} on ${host.name}, and is not sold. Stop that, then: ${INVOCATION} gpu add ${host.name}`,
      );
    else if (model === null)
      leftOut.push(
        `${gpu.device} (${gpu.name}, ${gpu.hardware?.pciId ?? 'unknown'}) is of no model that is known, and is not sold. Name it: ${INVOCATION} model add SLUG --name TEXT --memory GB --pci ${gpu.hardware?.pciId ?? 'VENDOR:PRODUCT'}`,
      );
    else if (isUseless(gpu)) leftOut.push(`${gpu.device} (${gpu.name}) is not sold: ${withoutTools}`);
    else cards.push({ ...gpu, model });
  }
  return { host, cards, leftOut };
}

const withoutTools =
  'containers cannot use its driver. Install the NVIDIA Container Toolkit (apt-get install nvidia-container-toolkit), check that nvidia-container-cli info lists the GPU, and run setup again.';

/** What uses this machine's GPUs itself: a desktop, or someone's work. Without NVIDIA's driver it cannot be determined. */
async function busyOn(machine: Machine): Promise<ReadonlyMap<string, string>> {
  const [processes, displays] = await Promise.all([
    machine.run('nvidia-smi', ['--query-compute-apps=gpu_bus_id,pid,process_name', '--format=csv,noheader']),
    machine.run('nvidia-smi', ['--query-gpu=pci.bus_id,display_active', '--format=csv,noheader']),
  ]);
  return busyGpus({ processes: processes.code === 0 ? processes.out : '', displays: displays.code === 0 ? displays.out : '' });
}

/** A card's memory in GB according to the driver; null if there is none. */
export async function memoryOf(machine: Machine, device: string): Promise<number | null> {
  const { code, out } = await machine.run('nvidia-smi', ['--query-gpu=memory.total', '--format=csv,noheader,nounits', '-i', device]);
  const mib = Number(out.trim());
  return code === 0 && mib > 0 ? Math.round(mib / 1024) : null;
}

/** The models that operators have already declared. */
export async function modelSlugs(ctx: Ctx | null): Promise<readonly string[]> {
  return ctx === null ? [] : (await selectModels(ctx.db.sql)).map(({ slug }) => slug);
}

/** Containers leave GPUs as they used them, and Boreal cleans NVIDIA's with a program. */
export function needsCleaning(gpus: readonly EngineGpu[]): boolean {
  return gpus.some(({ hardware }) => hardware !== null && isNvidia(hardware));
}
