import { modelOfGpu } from '@boreal/contract/fleet/gpu-hardware.ts';
import type { Command } from 'commander';
import { selectModels } from '../../core/money/catalog/models.store.ts';
import { listFenced } from '../../core/fleet/holders/holders.store.ts';
import { labelOf, listLeftovers } from '../../core/fleet/engines/leftovers.ts';
import { listEngineRows, listUsedEngines } from '../../core/ground/installation/engine-names.store.ts';
import { listPools } from '../../core/fleet/capacity/pools/list-pools.ts';
import { findRooms } from '../../core/fleet/capacity/hosts/room-findings.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { answerSignal } from '../../engines/answer-limits.ts';
import { EngineSilent, type EngineSilence } from '../../engines/engine.ts';
import type { EngineGpu, EngineHost, HostFound } from '../../engines/engine-hosts.ts';
import type { EngineConfig } from '../../config-engines.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import type { EngineReach } from '../../start/open-engine.ts';
import { parseText } from '../arguments.ts';
import { chooseEngine, type ConfiguredEngines } from '../configured-engines.ts';
import type { Operate } from '../operate.ts';
import { count, table, wholeList, type CommandOutput, type Column, type Json } from '../output.ts';
import { addTakeOver } from '../take-over-engine.ts';
import { INVOCATION, verb } from '../verb.ts';
import { withEngine } from '../with-engine.ts';

/** The minimum time to wait for an engine. */
const AT_LEAST = { atLeastMs: 20 * SECOND_MS };
/** The time to make, boot, test and remove a machine. */
const TRIAL_TIMEOUT_MS = 180 * SECOND_MS;

interface OneEngine {
  readonly engine?: string;
}

export function addEngineCommands(program: Command, operate: Operate, engines: ConfiguredEngines): void {
  const engine = program.command('engine').description('the engines that run the machines');
  const some = (name: string | undefined) => (name === undefined ? engines.list() : [chooseEngine(engines, name)]);

  verb(
    engine,
    'list',
    operate((ctx) => list(ctx, engines)),
    { description: 'Show the engines by name, and the pools of each.', example: '' },
  );

  verb(
    engine,
    'check',
    operate((ctx, options: OneEngine) => check(ctx, engines, some(options.engine))),
    {
      description:
        'Say what keeps each engine from making machines: pools, network, images, hosts, GPUs, addresses. From a container that it makes and removes, it tries what customers must not reach.',
      example: '',
    },
  ).option('--engine <name>', 'only this one', parseText);

  addTakeOver(engine, operate, engines);

  verb(
    engine,
    'hosts',
    operate((ctx, options: OneEngine) => hosts(ctx, engines, some(options.engine))),
    { description: 'Show the hosts that the engines have, and the GPUs in them.', example: '' },
  ).option('--engine <name>', 'only those of this one', parseText);
}

async function list(ctx: Ctx, engines: ConfiguredEngines): Promise<CommandOutput> {
  const configured = engines.list();
  const pools = Map.groupBy(await listPools(ctx.db.sql), (pool) => pool.engine);
  const known = await listEngineRows(ctx.db.sql);
  const gone = (await listUsedEngines(ctx.db.sql)).filter((name) => configured.every((one) => one.name !== name));
  const fenced = new Map((await listFenced(ctx.db.sql, configured)).map((one) => [one.engine, one.fencedAt]));
  const rows = [
    ...configured.map(({ name, kind }) => ({ name, kind, configured: true, fencedAt: fenced.get(name)?.toISOString() ?? null })),
    ...gone.map((name) => ({ name, kind: known.find((one) => one.name === name)?.kind ?? '–', configured: false, fencedAt: null })),
  ].map((row) => ({ ...row, pools: (pools.get(row.name) ?? []).map((pool) => pool.name) }));
  const columnsOf: readonly Column<(typeof rows)[number]>[] = [
    { title: 'name', of: (row) => row.name },
    { title: 'kind', of: (row) => row.kind },
    { title: 'configured', of: (row) => (row.configured ? 'yes' : 'no: nothing is sold on it, and its servers wait') },
    {
      title: 'driven by',
      of: (row) => (!row.configured ? '–' : row.fencedAt === null ? 'this Boreal' : `another Boreal, seen ${row.fencedAt}`),
    },
    { title: 'pools', of: (row) => row.pools.join(' ') || '–' },
  ];
  return wholeList(rows, table(rows, columnsOf, 'There is no engine.'));
}

/** A single engine's result alone; several engines' results, each under its name. */
async function check(ctx: Ctx, engines: ConfiguredEngines, some: readonly EngineConfig[]): Promise<CommandOutput> {
  const said = await Promise.all(some.map(async (one) => ({ name: one.name, ...(await checkOne(ctx, engines, one)) })));
  const [only, ...others] = said;
  if (only !== undefined && others.length === 0) {
    const { name: _, ...output } = only;
    return output;
  }
  const failures = said.flatMap(({ failure }) => failure ?? []);
  return {
    data: { engines: said.map(({ data }) => data) },
    text: said.map(({ name, text }) => `${name}\n${text}`).join('\n\n'),
    ...(failures.length > 0 && { failure: failures.join(' ') }),
  };
}

async function checkOne(ctx: Ctx, engines: ConfiguredEngines, one: EngineConfig): Promise<CommandOutput> {
  try {
    return await checkHeard(ctx, engines, one);
  } catch (error) {
    if (!(error instanceof EngineSilent)) throw error;
    const { silence, message } = error;
    return {
      data: { engine: one.name, silence, missing: [message], unsafe: [], addresses: null, reach: null },
      text: `- ${message}`,
      failure: failures[silence].replace('The engine', engines.list().length > 1 ? `The engine ${one.name}` : 'The engine'),
    };
  }
}

const failures = {
  no_answer: 'The engine does not answer. Nothing is sold on it, and its servers show ERROR and are not billed, until it does.',
  no_service: 'The engine does not serve Boreal. Nothing is sold on it until it does; its servers run on and are billed.',
  not_asked: 'The engine could not be asked. Nothing is sold on it until it can be; its servers are taken to run on and are billed.',
  fenced: 'The engine is driven by another Boreal. Nothing is done or sold on it by this one.',
} as const satisfies Record<EngineSilence, string>;

async function checkHeard(ctx: Ctx, engines: ConfiguredEngines, one: EngineConfig): Promise<CommandOutput> {
  const { name, strict, missing, unsafe, addresses, reach, left } = await withEngine(
    ctx,
    engines,
    one,
    async ({ engine, strict, check, tryReach }) => {
      const found = await check(answerSignal(engine, 'check', AT_LEAST));
      // Unless everything a machine needs is there, none can be made for the test.
      const reach = found.missing.length === 0 ? await tryReach(AbortSignal.timeout(TRIAL_TIMEOUT_MS)) : null;
      const left = found.missing.length === 0 ? await listLeftovers(ctx, engine) : [];
      const { addresses } = found;
      const missing = [...found.missing, ...(reach?.unstarted ? [reach.unstarted] : [])];
      return { name: engine.name, strict, missing, unsafe: [...found.unsafe, ...reached(reach)], addresses, reach, left };
    },
  );
  const { oversold, fitNowhere } = await findRooms(ctx.db.sql, name);
  const data = {
    engine: name,
    missing: [...missing],
    unsafe: [...unsafe],
    addresses: addresses ?? null,
    oversold: [...oversold],
    fitNowhere: [...fitNowhere],
    leftovers: left.map(labelOf),
    reach: reach && { ...reach, answered: [...reach.answered] },
  };
  const list = (sentences: readonly string[]) => sentences.map((sentence) => `- ${sentence}`);
  const needs = missing.length === 0 ? [`The engine ${name} has all that it needs.`] : list(missing);
  const harms = unsafe.length === 0 ? [] : ['Its machines cannot be rented to strangers; production does not start:', ...list(unsafe)];
  const text = [
    ...needs,
    ...(addresses === undefined ? [] : [addresses]),
    ...harms,
    ...list([...oversold, ...fitNowhere]),
    ...told(reach),
    ...leftOver(left.length),
  ].join('\n');
  if (missing.length > 0) return { data, text, failure: `The engine ${name} is not ready.` };
  if (oversold.length > 0) return { data, text, failure: `The engine ${name} has sold more than it has.` };
  return strict && unsafe.length > 0 ? { data, text, failure: `The engine ${name} is not safe.` } : { data, text };
}

function reached(reach: EngineReach | null): string[] {
  if (reach === null || reach.answered.length === 0) return [];
  return [`A server reaches what it must not: ${reach.answered.join(', ')}. Deny it (INCUS_DENIED_NETWORKS), or close it there.`];
}

function leftOver(number: number): string[] {
  return number === 0
    ? []
    : [
        `On the engine ${count(number, 'thing is', 'things are')} left of servers that are gone. See them with: ${INVOCATION} leftover list`,
      ];
}

function told(reach: EngineReach | null): string[] {
  if (reach === null || reach.unstarted !== null) return [];
  if (reach.untried !== null) return [`What a server reaches of the host could not be tried. ${reach.untried}`];
  return [`From a server, ${reach.tried} ports of the host and of providers' metadata were tried: ${reach.answered.length} answered.`];
}

async function hosts(ctx: Ctx, engines: ConfiguredEngines, some: readonly EngineConfig[]): Promise<CommandOutput> {
  const found: { engine: string; host: EngineHost }[] = [];
  const silent: string[] = [];
  for (const one of some) {
    try {
      found.push(...(await findEngineHosts(ctx, engines, one)).map((host) => ({ engine: one.name, host })));
    } catch (error) {
      // An engine that is down does not hide the others' hosts.
      if (some.length === 1 || !(error instanceof EngineSilent)) throw error;
      silent.push(`${one.name}: ${error.message}`);
    }
  }
  const rows = found.flatMap(({ engine, host }): Row[] =>
    (host.gpus.length === 0 ? [null] : host.gpus).map((gpu) => ({ engine, host, gpu })),
  );
  const data = found.map(({ engine, host }) => ({
    engine,
    ...host,
    found: host.found && foundData(host.found),
    gpus: host.gpus.map((gpu) => ({ ...gpu, hardware: gpu.hardware && { ...gpu.hardware } })),
  }));
  const shown = engines.list().length > 1 ? [engineColumn, ...columns] : columns;
  return wholeList(data, [table(rows, shown, 'The engine has no hosts.'), ...silent].join('\n'));
}

function foundData({ storages, ...machine }: HostFound): Json {
  const { system, work, backups } = storages;
  return { ...machine, storages: { system: system && { ...system }, work: work && { ...work }, backups: backups && { ...backups } } };
}

/** Each storage once, with what it contains. */
function storagesText(found: HostFound | null): string {
  const kinds = Object.entries(found?.storages ?? {}).flatMap(([kind, storage]) => (storage === null ? [] : [{ kind, storage }]));
  const byName = Map.groupBy(kinds, ({ storage }) => storage.name);
  return (
    [...byName].map(([name, of]) => `${of[0]?.storage.sizeGb} GB ${name} (${of.map(({ kind }) => kind).join(', ')})`).join('; ') || '–'
  );
}

/** gpu2 before gpu10: engines list them in their own order. */
const natural = new Intl.Collator('en', { numeric: true });

/** The hosts that the engine has now, and the catalog models of their cards. */
export async function findEngineHosts(ctx: Ctx, engines: ConfiguredEngines, one: EngineConfig): Promise<readonly EngineHost[]> {
  const hosts = await withEngine(ctx, engines, one, ({ engine }) => engine.hosts(answerSignal(engine, 'hosts', AT_LEAST)));
  const models = await selectModels(ctx.db.sql);
  const declared = models.flatMap(({ slug, pciIds }) => pciIds.map((pciId) => ({ pciId, model: slug })));
  const named = (gpu: EngineGpu) => (gpu.hardware === null ? gpu : { ...gpu, model: modelOfGpu(gpu.hardware, declared) });
  return hosts.map((host) => ({ ...host, gpus: host.gpus.map(named) })).toSorted((a, b) => natural.compare(a.name, b.name));
}

interface Row {
  readonly engine: string;
  readonly host: EngineHost;
  readonly gpu: EngineGpu | null;
}

const engineColumn: Column<Row> = { title: 'engine', of: ({ engine }) => engine };

const columns: readonly Column<Row>[] = [
  { title: 'host', of: ({ host }) => host.name },
  { title: 'answers', of: ({ host }) => (host.reachable ? 'yes' : 'no') },
  { title: 'cores', right: true, of: ({ host }) => String(host.found?.cores ?? '–') },
  { title: 'memory GB', right: true, of: ({ host }) => String(host.found?.memoryGb ?? '–') },
  { title: 'device', of: ({ gpu }) => gpu?.device ?? '–' },
  { title: 'used', of: ({ gpu }) => (gpu?.used === undefined ? '–' : gpu.used ? 'yes' : 'no') },
  { title: 'model', of: ({ gpu }) => gpu?.model ?? '–' },
  { title: 'pci id', of: ({ gpu }) => gpu?.hardware?.pciId ?? '–' },
  { title: 'hardware', of: ({ gpu }) => gpu?.name ?? '–' },
  { title: 'disks', of: ({ host }) => storagesText(host.found) },
];
