import { gpuReasonWords } from '@boreal/contract/fleet/gpu-words.ts';
import type { HostGpu } from '@boreal/contract/fleet/gpus.ts';
import type { Command } from 'commander';
import { addGpus } from '../../core/fleet/capacity/gpus/add-gpus.ts';
import { removeGpu, replaceGpu } from '../../core/fleet/capacity/gpus/exchange-gpu.ts';
import { listGpus } from '../../core/fleet/capacity/gpus/list-gpus.ts';
import { listPools } from '../../core/fleet/capacity/pools/list-pools.ts';
import { quarantineGpu, releaseGpu } from '../../core/fleet/capacity/gpus/set-gpu-aside.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { collect, parseGpuCount, parseReason, parseSlot, parseText } from '../arguments.ts';
import { findHost, HOST } from '../find-host.ts';
import { OperatorError } from '../operator-error.ts';
import type { Operate } from '../operate.ts';
import { count, table, wholeList, type CommandOutput } from '../output.ts';
import { INVOCATION, verb } from '../verb.ts';

const SLOT = 'its slot on the host, such as 3';

export function addGpuCommands(program: Command, operate: Operate): void {
  const gpu = program.command('gpu').description('single GPUs: their state, and why some are not sold');

  verb(gpu, 'list', operate(list), { description: 'Show GPUs with their state and the servers on them.', example: '--set-aside' })
    .option('--host <host>', 'only those of this host, by its id or name')
    .option('--set-aside', 'only those that are suspect or quarantined');

  verb(gpu, 'quarantine', operate(quarantine), {
    description: 'Stop selling a GPU. A server that has it goes on.',
    example: 'mtl-h100-3 5 --reason "Xid 79"',
  })
    .argument('<host>', HOST)
    .argument('<slot>', SLOT, parseSlot)
    .requiredOption('--reason <text>', 'why, for your colleagues', parseReason);

  verb(gpu, 'release', operate(release), { description: 'Sell a GPU again that was set aside.', example: 'mtl-h100-3 5' })
    .argument('<host>', HOST)
    .argument('<slot>', SLOT, parseSlot);

  verb(gpu, 'replace', operate(replace), { description: 'Record that the slot has another GPU now, and sell it.', example: 'mtl-h100-3 5' })
    .argument('<host>', HOST)
    .argument('<slot>', SLOT, parseSlot)
    .option('--device <address>', "the engine's name of the new one, if it is another", parseText);

  verb(gpu, 'remove', operate(remove), {
    description: 'Record that the slot has no GPU any more.',
    example: 'mtl-h100-3 5 --reason "sent in for repair"',
  })
    .argument('<host>', HOST)
    .argument('<slot>', SLOT, parseSlot)
    .requiredOption('--reason <text>', 'why, for your colleagues', parseReason);

  verb(gpu, 'add', operate(add), {
    description: 'Add GPUs to a host, in the slots after its last, also in a pool that the host has none of yet.',
    example: 'mtl-h100-3 --device 0000:e1:00.0',
  })
    .argument('<host>', HOST)
    .option('--pool <pool>', 'the pool that sells them: its name or id; without it, the only one that the host has GPUs of')
    .option('--gpus <number>', 'how many, where the engine needs no names of them', parseGpuCount)
    .option('--device <address>', 'one GPU by the name that the engine has of it; may be repeated', collect, []);
}

async function list(ctx: Ctx, options: { host?: string; setAside?: true }): Promise<CommandOutput> {
  const hostId = options.host === undefined ? undefined : (await findHost(ctx, options.host)).id;
  const gpus = await listGpus(ctx.db.sql, { hostId, setAside: options.setAside === true });
  const text = table(
    gpus,
    [
      { title: 'host', of: (gpu) => gpu.hostName },
      { title: 'slot', right: true, of: (gpu) => String(gpu.slot) },
      { title: 'pool', of: (gpu) => gpu.poolId },
      { title: 'device', of: (gpu) => gpu.device ?? '–' },
      { title: 'state', of: (gpu) => gpu.state },
      { title: 'since', of: (gpu) => gpu.stateSince ?? '–' },
      { title: 'server', of: (gpu) => tellHolder(gpu) },
      { title: 'why', of: (gpu) => (gpu.reason === null ? '–' : gpuReasonWords(gpu.reason).en) },
    ],
    options.setAside === true ? 'No GPU is set aside.' : 'There is no such GPU.',
  );
  return wholeList(
    gpus.map((gpu) => ({ ...gpu })),
    text,
  );
}

async function quarantine(ctx: Ctx, host: string, slot: number, { reason }: { reason: string }): Promise<CommandOutput> {
  const gpu = await quarantineGpu(ctx, { hostId: (await findHost(ctx, host)).id, slot, reason: { type: 'by_hand', note: reason } });
  return told(
    gpu,
    `${nameOf(gpu)} is quarantined: no other server gets it.${holderOf(gpu)} Sell it again with: ${INVOCATION} gpu release ${host} ${slot}`,
  );
}

async function release(ctx: Ctx, host: string, slot: number): Promise<CommandOutput> {
  const gpu = await releaseGpu(ctx, { hostId: (await findHost(ctx, host)).id, slot });
  return told(gpu, `${nameOf(gpu)} is ok; servers are placed on it again.`);
}

async function replace(ctx: Ctx, host: string, slot: number, options: { device?: string }): Promise<CommandOutput> {
  const gpu = await replaceGpu(ctx, { hostId: (await findHost(ctx, host)).id, slot, device: options.device });
  return told(gpu, `${nameOf(gpu)} was replaced; servers are placed on the new one from now on.`);
}

async function remove(ctx: Ctx, host: string, slot: number, { reason }: { reason: string }): Promise<CommandOutput> {
  const gpu = await removeGpu(ctx, { hostId: (await findHost(ctx, host)).id, slot, reason: { type: 'by_hand', note: reason } });
  return told(gpu, `${nameOf(gpu)} is removed. When there is one in the slot again: ${INVOCATION} gpu replace ${host} ${slot}`);
}

async function add(
  ctx: Ctx,
  name: string,
  { pool, gpus, device }: { pool?: string; gpus?: number; device: readonly string[] },
): Promise<CommandOutput> {
  const host = await findHost(ctx, name);
  if (device.length > 0 && gpus !== undefined && gpus !== device.length)
    throw new OperatorError(`--gpus says ${gpus}, and ${device.length} are named by --device.`);
  if (device.length === 0 && host.gpus.some((gpu) => gpu.device !== null))
    throw new OperatorError(
      `The engine has names for the GPUs of ${host.name}. Write them with --device; see them with: ${INVOCATION} engine hosts`,
    );
  if (device.length === 0 && gpus === undefined)
    throw new OperatorError('Write with --gpus how many there are, or name them with --device.');
  const devices = device.length > 0 ? device : Array.from({ length: gpus ?? 0 }, () => null);
  const added = await addGpus(ctx, { hostId: host.id, poolId: pool === undefined ? undefined : await poolIdOf(ctx, pool), devices });
  const slots = added.map(({ slot }) => slot).join(', ');
  return {
    data: added.map((gpu) => ({ ...gpu })),
    text: `Added ${count(added.length, 'GPU')} to ${host.name} (${slots}); servers are placed on ${added.length === 1 ? 'it' : 'them'} from now on.`,
  };
}

/** Looks up a pool; an unknown one is refused. */
async function poolIdOf(ctx: Ctx, idOrName: string): Promise<string> {
  return (await listPools(ctx.db.sql)).find(({ name }) => name === idOrName)?.id ?? idOrName;
}

function told(gpu: HostGpu, text: string): CommandOutput {
  return { data: { ...gpu }, text };
}

function nameOf({ slot, hostName }: HostGpu): string {
  return `GPU ${slot} of ${hostName}`;
}

function holderOf({ serverId, hostId }: HostGpu): string {
  if (serverId === null) return '';
  return ` The server ${serverId} has it and goes on. To move the servers of the host away: ${INVOCATION} host drain ${hostId}.`;
}

function tellHolder({ serverId, leavingServerId, orphanId }: HostGpu): string {
  if (leavingServerId !== null && serverId === null) return `${leavingServerId} (leaving)`;
  return serverId ?? (orphanId === null ? '–' : `${orphanId} (orphan)`);
}
