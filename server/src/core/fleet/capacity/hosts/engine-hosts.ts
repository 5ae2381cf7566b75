import type { EngineFound } from '@boreal/contract/operator/operator.ts';
import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { EngineSilent, type Engine } from '../../../../engines/engine.ts';
import type { EngineHost } from '../../../../engines/engine-hosts.ts';
import type { Engines } from '../../../../engines/engines.ts';
import { SECOND_MS } from '../../../../kit/clock.ts';
import { invalidRequest, notFound } from '../../../../kit/errors.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { listEngineRows } from '../../../ground/installation/engine-names.store.ts';
import { placesByItself } from '../../engines/engine-traits.store.ts';
import { addHost } from './add-host.ts';
import type { HostRow } from '../hosts.store.ts';
import { listHosts, type HostWithGpus } from './list-hosts.ts';
import { listPools } from '../pools/list-pools.ts';

/** A person waits for this page, so this limit holds whatever the engine states. */
const ASKED_MS = 30 * SECOND_MS;

/** What each engine finds that could be declared: its hosts, and those of their GPUs that are not ours yet. For operators. */
export async function findOnEngines(ctx: Ctx, engines: Engines): Promise<readonly EngineFound[]> {
  const hosts = await listHosts(ctx.db.sql);
  return Promise.all(
    engines.all.map(async (engine) => {
      const { name } = engine;
      const namesGpus = await hasNamedGpus(ctx, name);
      const { systemDisks, workDisks } = engine.can;
      const traits = { name, namesGpus, offered: { systemDisks: [...systemDisks], workDisks: [...workDisks] } };
      const heard = await ask(engine);
      if (!Array.isArray(heard)) return { ...traits, silence: heard, hosts: [] };
      const ours = hosts.filter((host) => host.engine === name);
      return { ...traits, silence: null, hosts: heard.map((host) => toldBeside(host, ours)) };
    }),
  );
}

async function ask({ hosts, answers }: Engine): Promise<EngineHost[] | NonNullable<EngineFound['silence']>> {
  const signal = AbortSignal.timeout(Math.min(answers.hosts, ASKED_MS));
  try {
    return [...(await hosts(signal))];
  } catch (error) {
    if (error instanceof EngineSilent) return error.silence;
    if (signal.aborted) return 'no_answer';
    throw error;
  }
}

function toldBeside({ name, reachable, gpus }: EngineHost, ours: readonly HostWithGpus[]): EngineFound['hosts'][number] {
  const own = ours.find((host) => host.name === name);
  const known = new Set(own?.gpus.filter(({ state }) => state !== 'removed').map(({ device }) => device));
  const others = gpus.filter(({ device }) => !known.has(device));
  return {
    name,
    reachable,
    declared: own !== undefined,
    gpus: others.map((gpu) => ({ device: gpu.device, name: gpu.name, model: gpu.model })),
  };
}

/**
 * Adds a host to a pool. If the engine answers, its cores, memory and disks are counted from the first sale on. For operators. @throws
 * INVALID_REQUEST the engine has no such host, or names its GPUs and no name was given
 */
export async function addFoundHost(
  ctx: Ctx,
  engines: Engines,
  input: { poolId: string; name: string; gpuCount?: number | undefined; devices?: readonly string[] | undefined },
): Promise<HostRow> {
  const { poolId, name, devices, gpuCount = devices?.length ?? 1 } = input;
  const pool = (await listPools(ctx.db.sql)).find(({ id }) => id === poolId);
  if (!pool) throw notFound('pool');
  const namesGpus = await hasNamedGpus(ctx, pool.engine);
  if (namesGpus && pool.withGpus && devices === undefined) throw invalidRequest('devices', capacitySentences.gpusNeedNames);
  const heard = await ask(engines.of(pool));
  const host = Array.isArray(heard) ? heard.find((one) => one.name === name) : undefined;
  if (namesGpus && Array.isArray(heard) && host === undefined) {
    const names = heard.map((one) => one.name).join(', ');
    throw invalidRequest('name', capacitySentences.noSuchEngineHost(name, names));
  }
  return addHost(ctx, { poolId, name, gpuCount, devices, found: host?.found ?? null });
}

/** Whether an engine names its GPUs: all but simulated ones do. */
export async function hasNamedGpus(ctx: Ctx, engine: string): Promise<boolean> {
  if (await placesByItself(ctx.db.sql, engine)) return false;
  return (await listEngineRows(ctx.db.sql)).some(({ name, kind }) => name === engine && kind !== 'simulated');
}
