import { holderOf } from '@boreal/contract/fleet/gpus.ts';
import type { Command } from 'commander';
import { hostHindranceWords, hostSilenceWords, hostStateWords } from '@boreal/contract/fleet/host-words.ts';
import { addHost } from '../../core/fleet/capacity/hosts/add-host.ts';
import type { PoolRow } from '../../core/fleet/capacity/hosts.store.ts';
import { listHosts, type HostWithGpus } from '../../core/fleet/capacity/hosts/list-hosts.ts';
import type { HostUse, StorageUse, Use } from '../../core/fleet/capacity/hosts/host-use.store.ts';
import { hasNamedGpus } from '../../core/fleet/capacity/hosts/engine-hosts.ts';
import { limitHost } from '../../core/fleet/capacity/hosts/limit-host.ts';
import { removeHost } from '../../core/fleet/capacity/hosts/remove-host.ts';
import { setHostState } from '../../core/fleet/capacity/hosts/set-host-state.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import type { HostState } from '../../db/rows.gen.ts';
import { EngineSilent } from '../../engines/engine.ts';
import type { EngineHost } from '../../engines/engine-hosts.ts';
import { notFound } from '../../kit/errors.ts';
import { collect, parseFactor, parseGpuCount, parseReserve, parseText } from '../arguments.ts';
import { chooseEngine, type ConfiguredEngines } from '../configured-engines.ts';
import { findEngineHosts } from './engine.commands.ts';
import { findHost, HOST } from '../find-host.ts';
import { poolNamed, requirePool } from '../find-pool.ts';
import { OperatorError } from '../operator-error.ts';
import type { Operate } from '../operate.ts';
import { count, table, when, wholeList, type CommandOutput, type Column, type Json } from '../output.ts';
import { INVOCATION, verb } from '../verb.ts';

export function addHostCommands(program: Command, operate: Operate, engines: ConfiguredEngines): void {
  const host = program.command('host').description('machines with GPUs');

  verb(host, 'list', operate(list), {
    description: 'Show hosts with their GPUs, used and free, and the servers on them.',
    example: '--pool pool_01kb3c9q',
  }).option('--pool <pool>', 'only hosts of this pool: its name or id');

  verb(
    host,
    'add',
    operate((ctx, name: string, options: AddOptions) => add(ctx, name, { ...options, engines })),
    {
      description:
        'Add a host and its GPUs to a pool, or to several, each of which gets the GPUs of its model. Servers are placed on it at once.',
      example: 'mtl-h100-3 --pool mtl-h100 --gpus 8',
    },
  )
    .argument('<name>', "the engine's own name of the host", parseText)
    .requiredOption('--pool <pool>', 'a pool that sells its GPUs: its name or id; may be repeated', collect)
    .option(
      '--gpus <number>',
      'how many GPUs it has for the pool; without it, those that the engine finds; once for each pool',
      collectGpuCounts,
    )
    .option('--device <address>', 'one GPU by the name that the engine has of it; may be repeated', collect, []);

  for (const [name, { state, description }] of Object.entries(moves)) {
    verb(
      host,
      name,
      operate((ctx, host: string) => move(ctx, host, state)),
      { description, example: 'mtl-h100-3' },
    ).argument('<host>', HOST);
  }

  verb(host, 'limit', operate(limit), {
    description:
      'Say how much of a host may be sold: (what the engine finds - the reserve) x the factor. What is sold already stays. ' +
      'The factor of memory and of disks belongs at 1: beyond it, a full host ends servers or fails their writes.',
    example: 'mtl-h100-3 --core-factor 2 --memory-reserve 16 --disk-reserve 100',
  })
    .argument('<host>', HOST)
    .option('--core-factor <number>', 'how often each core may be sold; 1 at first', parseFactor)
    .option('--core-reserve <cores>', 'kept for the host itself; 0 at first', parseReserve)
    .option('--memory-factor <number>', '1 at first', parseFactor)
    .option('--memory-reserve <gb>', '4 at first', parseReserve)
    .option('--disk-factor <number>', 'of each storage that its disks and backups lie on; 1 at first', parseFactor)
    .option('--disk-reserve <gb>', 'for images and for what is not ours; 20 at first', parseReserve)
    .option('--storage <name>', 'only this one of its storages', parseText);

  verb(host, 'remove', operate(remove), { description: 'Remove an empty host and its GPUs.', example: 'mtl-h100-3' }).argument(
    '<host>',
    HOST,
  );
}

interface LimitOptions {
  readonly coreFactor?: number;
  readonly coreReserve?: number;
  readonly memoryFactor?: number;
  readonly memoryReserve?: number;
  readonly diskFactor?: number;
  readonly diskReserve?: number;
  readonly storage?: string;
}

async function limit(ctx: Ctx, host: string, options: LimitOptions): Promise<CommandOutput> {
  const { id: hostId } = await findHost(ctx, host);
  const { name, poolId } = await limitHost(ctx, {
    hostId,
    cores: { factor: options.coreFactor, reserve: options.coreReserve },
    memoryGb: { factor: options.memoryFactor, reserve: options.memoryReserve },
    disksGb: [{ factor: options.diskFactor, reserve: options.diskReserve, storage: options.storage }],
  });
  const use = (await listHosts(ctx.db.sql, { poolId })).find(({ id }) => id === hostId)?.use;
  if (!use) throw notFound('host');
  const told = [`${useText(use.cores)} cores`, `${useText(use.memoryGb)} GB of memory`, ...use.storages.map(storageText)];
  return { data: { id: hostId, name, ...useData(use) }, text: `Of ${name} are sold, of what may be: ${told.join('; ')}.` };
}

/** Used of allowed. */
function useText(use: Use | null): string {
  return use === null ? 'uncounted' : `${use.used}/${use.allowed}`;
}

function storageText(storage: StorageUse): string {
  return `${useText(storage)} GB on ${storage.name} (${storage.kinds.join(', ')})`;
}

function useData({ cores, memoryGb, storages }: HostUse): { [name: string]: Json } {
  return {
    cores: cores && { ...cores },
    memoryGb: memoryGb && { ...memoryGb },
    storages: storages.map((storage) => ({ ...storage, kinds: [...storage.kinds] })),
  };
}

async function remove(ctx: Ctx, idOrName: string): Promise<CommandOutput> {
  const host = await removeHost(ctx, { hostId: (await findHost(ctx, idOrName)).id });
  return { data: { ...host }, text: `Removed the host ${host.name} and its GPUs.` };
}

const moves = {
  drain: {
    state: 'draining',
    description: 'Empty a host: place nothing more on it, and move its servers to other hosts of the pool. Running ones restart there.',
  },
  accept: { state: 'accepting', description: 'Place servers on a host again.' },
  offline: { state: 'offline', description: 'Mark a host as down: nothing is placed on it.' },
} as const satisfies Record<string, { state: HostState; description: string }>;

async function list(ctx: Ctx, options: { pool?: string }): Promise<CommandOutput> {
  const poolId = options.pool === undefined ? undefined : ((await poolNamed(ctx, options.pool))?.id ?? options.pool);
  const hosts = await listHosts(ctx.db.sql, { poolId });
  const data = hosts.map(({ gpus, use, poolIds, refusals, ...host }) => ({
    ...host,
    poolIds: [...poolIds],
    ...useData(use),
    refusals: refusals.map((refusal) => ({ ...refusal })),
    gpus: gpus.map((gpu) => ({ ...gpu })),
  }));
  const why = hosts.flatMap(whyNothingIsPlaced).map((sentence) => `\n${sentence}`);
  return wholeList(data, `${table(hosts, columns, 'There is no such host.')}${why.join('')}`);
}

const columns: readonly Column<HostWithGpus>[] = [
  { title: 'id', of: (host) => host.id },
  { title: 'name', of: (host) => host.name },
  { title: 'pool', of: (host) => host.poolIds.join(' ') },
  { title: 'state', of: (host) => (host.silentSince === null ? host.state : `${host.state}, off sale since ${when(host.silentSince)}`) },

  { title: 'used', right: true, of: (host) => String(host.used) },
  { title: 'free', right: true, of: (host) => String(host.free) },
  { title: 'set aside', right: true, of: (host) => String(host.setAside) },
  { title: 'cores', right: true, of: ({ use }) => useText(use.cores) },
  { title: 'memory GB', right: true, of: ({ use }) => useText(use.memoryGb) },
  { title: 'disks', of: ({ use }) => use.storages.map(storageText).join('; ') || 'uncounted' },
  { title: 'created', of: (host) => when(host.createdAt) },
  { title: 'servers', of: (host) => serversOn(host).join(' ') || '–' },
];

/** Since when and why nothing is placed on a host, one sentence each, after the table: too long for a column. */
function whyNothingIsPlaced({ name, state, stateSince, stateWhy, silentSince, silentWhy, refusals, ...host }: HostWithGpus): string[] {
  const sentences: string[] = [];
  if (state !== 'accepting' && stateSince !== null && stateWhy !== null) {
    sentences.push(`${name} is ${state} since ${when(stateSince)}, ${hostStateWords[stateWhy].en}.`);
  }
  if (silentSince !== null && silentWhy !== null) sentences.push(`${name}: ${hostSilenceWords[silentWhy].en}`);
  sentences.push(...refusals.map((refusal) => `${name}: ${hostHindranceWords.refuses(refusal).en}`));
  if (state === 'draining' && !host.canMove && host.used > 0) sentences.push(`${name}: ${hostHindranceWords.stays.en}`);
  return sentences;
}

function serversOn(host: HostWithGpus): string[] {
  return [...new Set(host.gpus.flatMap((gpu) => [gpu.serverId, gpu.leavingServerId]).filter((id) => id !== null))];
}

interface AddOptions {
  readonly pool: readonly string[];
  readonly gpus?: readonly number[];
  readonly device: readonly string[];
}

async function add(ctx: Ctx, name: string, options: AddOptions & { engines: ConfiguredEngines }): Promise<CommandOutput> {
  const { pool: names, gpus = [], device } = options;
  if (names.length > 1 && device.length > 0)
    throw new OperatorError(`--device names GPUs of one pool. Add those of the others with: ${INVOCATION} gpu add ${name} --pool POOL`);
  if (gpus.length > 0 && gpus.length !== names.length) throw new OperatorError('Write --gpus once for each --pool, in the same order.');
  const pools = await Promise.all(names.map((one) => requirePool(ctx, one)));
  const [own] = pools;
  if (!own) throw notFound('pool');
  const named = await hasNamedGpus(ctx, own.engine);
  const engineHosts = await hostsFor(ctx, own, { ...options, namesGpus: named });
  const shares = pools.map((pool, n) => {
    const devices = devicesFor(name, { device, gpus: gpus[n], pool, engineHosts, hasNamedGpus: named });
    return { poolId: pool.id, gpuCount: devices.length, devices };
  });
  const [first, ...others] = shares;
  if (!first) throw notFound('pool');
  const found = engineHosts.find((one) => one.name === name)?.found ?? null;
  const host = await addHost(ctx, { name, ...first, others, found });
  const devices = shares.flatMap((share) => share.devices);
  const added = shares.map(({ poolId, gpuCount }) => `${count(gpuCount, 'GPU')} to ${poolId}`).join(' and ');
  return {
    data: { ...host, gpuCount: devices.length, devices, shares: shares.map(({ poolId, gpuCount }) => ({ poolId, gpuCount })) },
    text: `Added the host ${host.name} with ${added}; servers are placed on it from now on: ${host.id}`,
  };
}

/** For a repeatable `--gpus`. */
function collectGpuCounts(text: string, before: readonly number[] = []): readonly number[] {
  return [...before, parseGpuCount(text)];
}

/** The hosts that the engine finds. If no GPU needs a name, the engine may be down: it reports a host's hardware once it is back. */
async function hostsFor(
  ctx: Ctx,
  pool: PoolRow,
  { device, engines, namesGpus }: AddOptions & { engines: ConfiguredEngines; namesGpus: boolean },
): Promise<readonly EngineHost[]> {
  const named = !namesGpus || !pool.withGpus || device.length > 0;
  try {
    const engine = chooseEngine(engines, pool.engine);
    return engine.kind === 'simulated' ? [] : await findEngineHosts(ctx, engines, engine);
  } catch (error) {
    if (!named || !(error instanceof EngineSilent || error instanceof OperatorError)) throw error;
    return [];
  }
}

/** The engine's names for the GPUs; null for each that needs none. */
function devicesFor(
  name: string,
  {
    pool,
    gpus,
    device,
    engineHosts,
    hasNamedGpus,
  }: { pool: PoolRow; gpus: number | undefined; device: readonly string[]; engineHosts: readonly EngineHost[]; hasNamedGpus: boolean },
): readonly (string | null)[] {
  if (device.length > 0) {
    if (gpus !== undefined && gpus !== device.length)
      throw new OperatorError(`--gpus says ${gpus}, and ${device.length} are named by --device.`);
    return device;
  }
  const named = pool.withGpus && hasNamedGpus;
  if (!named) {
    if (gpus === undefined) throw new OperatorError('Write with --gpus how many GPUs the host has, such as 8.');
    return Array.from({ length: gpus }, () => null);
  }
  const host = engineHosts.find((one) => one.name === name);
  if (!host) throw new OperatorError(`The engine has no host ${name}. It has: ${engineHosts.map((one) => one.name).join(', ')}.`);
  const found = host.gpus.filter((gpu) => gpu.model === pool.gpuModel);
  if (found.length === 0 || found.length < (gpus ?? 0)) {
    throw new OperatorError(
      `The engine finds ${count(found.length, 'GPU')} of ${pool.gpuModel} in ${name}. See them with: ${INVOCATION} engine hosts. ` +
        'GPUs that it does not know by this name can be named with --device.',
    );
  }
  return found.slice(0, gpus ?? found.length).map((gpu) => gpu.device);
}

async function move(ctx: Ctx, idOrName: string, state: HostState): Promise<CommandOutput> {
  const host = await setHostState(ctx, { hostId: (await findHost(ctx, idOrName)).id, state });
  const hosts = await listHosts(ctx.db.sql);
  const now = hosts.find((one) => one.id === host.id);
  const serverIds = now ? serversOn(now) : [];
  const leaving = now && host.state === 'draining' && serverIds.length > 0 ? ` ${evacuationOf(now, hosts)}` : '';
  const placing = host.state === 'accepting' ? 'Servers are placed on it again.' : 'Nothing more is placed on it.';
  return {
    data: { ...host, serverIds },
    text: `The host ${host.name} is ${host.state}. ${placing} It carries ${count(serverIds.length, 'server')}.${leaving} Host: ${host.id}`,
  };
}

/** What happens to a drained host's servers, as far as its GPUs tell. */
function evacuationOf(host: HostWithGpus, hosts: readonly HostWithGpus[]): string {
  const open = hosts.filter((other) => other.state === 'accepting' && other.silentSince === null);
  // Only within its own pools: servers do not move to others.
  const ofPools = open.flatMap(({ gpus }) => gpus.filter(({ poolId }) => host.poolIds.includes(poolId)));
  const free = ofPools.filter((gpu) => gpu.state === 'ok' && holderOf(gpu) === null).length;
  if (free === 0) return 'They stay: no other host of the pool has a free GPU. Add a host, and they move to it.';
  const moving = `They move to other hosts of the pool and restart there; watch it with: ${INVOCATION} host list.`;
  if (free >= host.used) return moving;
  return `${moving} They need ${count(host.used, 'GPU')} and ${free} are free there: some stay until there are more.`;
}
