import { holderOf } from '@boreal/contract/fleet/gpus.ts';
import { SystemDisk, WorkDisk } from '@boreal/contract/operator/operator.ts';
import { Option, type Command } from 'commander';
import { addPool } from '../../core/fleet/capacity/pools/add-pool.ts';
import type { PoolRow } from '../../core/fleet/capacity/hosts.store.ts';
import { listHosts } from '../../core/fleet/capacity/hosts/list-hosts.ts';
import { listPools } from '../../core/fleet/capacity/pools/list-pools.ts';
import { changePoolDisks } from '../../core/fleet/capacity/pools/change-pool-disks.ts';
import { removePool } from '../../core/fleet/capacity/pools/remove-pool.ts';
import { renamePool } from '../../core/fleet/capacity/pools/rename-pool.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import type { MachineType } from '../../engines/engine.ts';
import { parseText } from '../arguments.ts';
import { chooseEngine, type ConfiguredEngines } from '../configured-engines.ts';
import { POOL, requirePool } from '../find-pool.ts';
import { OperatorError } from '../operator-error.ts';
import type { Operate } from '../operate.ts';
import { table, when, wholeList, type CommandOutput } from '../output.ts';
import { INVOCATION, verb } from '../verb.ts';

export function addPoolCommands(program: Command, operate: Operate, engines: ConfiguredEngines): void {
  const pool = program.command('pool').description('GPUs of one model, on hosts of one engine');

  verb(pool, 'list', operate(list), { description: 'Show every pool with its hosts and GPUs.', example: '' });

  verb(
    pool,
    'add',
    operate((ctx, name: string, options: AddOptions) =>
      add(ctx, name, { ...options, engine: options.engine ?? chooseEngine(engines, undefined).name }),
    ),
    {
      description: 'Create a pool. It sells nothing until it has hosts.',
      example: 'mtl-h100 --model h100-sxm',
    },
  )
    .argument('<name>', 'what the pool is called', parseText)
    .requiredOption('--model <slug>', 'the GPU model its hosts carry, such as h100-sxm')
    .option('--engine <name>', 'the engine that makes its machines; needed where the configuration names several', parseText)
    .addOption(new Option('--machines <type>', 'what its servers are').choices(['container', 'vm']).default('container'))
    .option('--without-gpus', 'places for servers without a card in them, to try an engine where no GPU is')
    .option('--region <region>', 'where it stands, as region list shows them; the default one without it')
    .addOption(new Option('--system-disk <disk>', 'what its servers boot from, where the engine offers both').choices(SystemDisk.options))
    .addOption(new Option('--work-disk <disk>', 'what their work disk is, where the engine offers both').choices(WorkDisk.options));

  verb(pool, 'disks', operate(disks), {
    description: 'Choose what the disks of a pool’s new servers are. Servers that already exist keep theirs.',
    example: 'mtl-l4 --system-disk volume --work-disk ephemeral',
  })
    .argument('<pool>', POOL)
    .addOption(
      new Option('--system-disk <disk>', 'what they boot from; default: as the engine does').choices([...SystemDisk.options, 'default']),
    )
    .addOption(
      new Option('--work-disk <disk>', 'what their work disk is; default: as the engine does').choices([...WorkDisk.options, 'default']),
    );

  verb(pool, 'rename', operate(rename), { description: 'Give a pool another name. What it sells stays.', example: 'mtl-h100 mtl-h100-old' })
    .argument('<pool>', POOL)
    .argument('<name>', 'what it is called from now on', parseText);

  verb(pool, 'remove', operate(remove), {
    description: 'Remove a pool without hosts, in which no server was last that is still there.',
    example: 'mtl-h100-old --reason "Sold the boxes"',
  })
    .argument('<pool>', POOL)
    .requiredOption('--reason <text>', 'why; in the audit log', parseText);
}

async function list(ctx: Ctx): Promise<CommandOutput> {
  const hosts = await listHosts(ctx.db.sql);
  const pools = (await listPools(ctx.db.sql)).map((pool) => {
    const own = hosts.filter(({ poolIds }) => poolIds.includes(pool.id));
    const gpus = own.flatMap((host) => host.gpus.filter(({ poolId }) => poolId === pool.id));
    const unheld = gpus.filter((gpu) => holderOf(gpu) === null);
    const free = unheld.filter(({ state }) => state === 'ok').length;
    return { ...pool, hostCount: own.length, gpusUsed: gpus.length - unheld.length, gpusFree: free };
  });
  const text = table(
    pools,
    [
      { title: 'id', of: (pool) => pool.id },
      { title: 'name', of: (pool) => pool.name },
      { title: 'model', of: (pool) => pool.gpuModel },
      { title: 'engine', of: (pool) => pool.engine },
      { title: 'machines', of: (pool) => (pool.withGpus ? pool.machineType : `${pool.machineType}, no GPUs`) },
      { title: 'disks', of: disksOf },
      { title: 'region', of: (pool) => pool.region },
      { title: 'hosts', right: true, of: (pool) => String(pool.hostCount) },
      { title: 'gpus used', right: true, of: (pool) => String(pool.gpusUsed) },
      { title: 'free', right: true, of: (pool) => String(pool.gpusFree) },
      { title: 'created', of: (pool) => when(pool.createdAt) },
    ],
    `There is no pool yet. Make one with: ${INVOCATION} pool add NAME --model SLUG`,
  );
  return wholeList(
    pools.map((pool) => ({ ...pool })),
    text,
  );
}

interface AddOptions {
  readonly model: string;
  readonly engine?: string;
  readonly machines: MachineType;
  readonly region?: string;
  readonly withoutGpus?: true;
  readonly systemDisk?: SystemDisk;
  readonly workDisk?: WorkDisk;
}

async function add(ctx: Ctx, name: string, options: AddOptions & { readonly engine: string }): Promise<CommandOutput> {
  const { model, engine, machines, region } = options;
  const pool: PoolRow = await addPool(ctx, {
    name,
    engine,
    gpuModel: model,
    region,
    machineType: machines,
    withGpus: options.withoutGpus !== true,
    systemDisk: options.systemDisk,
    workDisk: options.workDisk,
  });
  const next = `Add its hosts with: ${INVOCATION} host add NAME --pool ${pool.id} --gpus 8`;
  return { data: { ...pool }, text: `Made the pool ${pool.name} of ${pool.gpuModel} on the engine ${pool.engine}: ${pool.id}\n${next}` };
}

async function rename(ctx: Ctx, idOrName: string, name: string): Promise<CommandOutput> {
  const { id: poolId, name: before } = await requirePool(ctx, idOrName);
  const pool = await renamePool(ctx, { poolId, name });
  return { data: { ...pool }, text: `The pool ${before} is now called ${pool.name}.` };
}

async function disks(
  ctx: Ctx,
  idOrName: string,
  options: { readonly systemDisk?: SystemDisk | 'default'; readonly workDisk?: WorkDisk | 'default' },
): Promise<CommandOutput> {
  const { systemDisk, workDisk } = options;
  if (systemDisk === undefined && workDisk === undefined) throw new OperatorError('Say what to change: --system-disk or --work-disk.');
  const { id: poolId } = await requirePool(ctx, idOrName);
  const pool = await changePoolDisks(ctx, {
    poolId,
    systemDisk: systemDisk === 'default' ? null : systemDisk,
    workDisk: workDisk === 'default' ? null : workDisk,
  });
  const are = disksOf(pool);
  return {
    data: { ...pool },
    text: `New servers of the pool ${pool.name} get ${are === '' ? 'the disks that its engine makes by default' : `these disks: ${are}`}. Servers that already exist keep theirs.`,
  };
}

/** A pool's chosen disks: `system: volume, work: ephemeral`. */
function disksOf({ systemDisk, workDisk }: Pick<PoolRow, 'systemDisk' | 'workDisk'>): string {
  return [systemDisk === null ? '' : `system: ${systemDisk}`, workDisk === null ? '' : `work: ${workDisk}`].filter(Boolean).join(', ');
}

async function remove(ctx: Ctx, idOrName: string, { reason }: { reason: string }): Promise<CommandOutput> {
  const { id: poolId } = await requirePool(ctx, idOrName);
  const { name } = await removePool(ctx, { poolId, reason });
  return { data: { id: poolId, removed: true }, text: `Removed the pool ${name}. How full it was stays in the exports.` };
}
