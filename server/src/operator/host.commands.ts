import type { Command } from 'commander';
import { addHost } from '../core/capacity/add-host.ts';
import { listHosts, type HostWithCards } from '../core/capacity/list-hosts.ts';
import { setHostState } from '../core/capacity/set-host-state.ts';
import type { Ctx } from '../core/ctx.ts';
import type { HostState } from '../db/rows.gen.ts';
import { parseCards, parseText } from './arguments.ts';
import type { Operate } from './operate.ts';
import { count, table, when, wholeList, type Answer, type Column } from './output.ts';
import { verb } from './verb.ts';

export function addHostCommands(program: Command, operate: Operate): void {
  const host = program.command('host').description('machines that carry GPU cards');

  verb(host, 'list', {
    description: 'Show hosts with their cards, used and free, and the servers on them.',
    example: '--pool pool_01kb3c9q',
  })
    .option('--pool <pool>', 'only hosts of this pool')
    .action(operate(list));

  verb(host, 'add', {
    description: 'Add a host and its cards to a pool. Servers are placed on it at once.',
    example: 'mtl-h100-3 --pool pool_01kb3c9q --gpus 8',
  })
    .argument('<name>', "the engine's own name of the host", parseText)
    .requiredOption('--pool <pool>', 'the pool it belongs to')
    .requiredOption('--gpus <number>', 'how many GPU cards it has', parseCards)
    .action(operate(add));

  for (const [name, { state, description }] of Object.entries(moves)) {
    verb(host, name, { description, example: 'host_01kb3c9q' })
      .argument('<host>', "the host's id")
      .action(operate((ctx, hostId: string) => move(ctx, { hostId, state })));
  }
}

const moves = {
  drain: { state: 'draining', description: 'Place nothing more on a host. The servers there stay.' },
  accept: { state: 'accepting', description: 'Place servers on a host again.' },
  offline: { state: 'offline', description: 'Note that a host is down: nothing is placed on it.' },
} as const satisfies Record<string, { state: HostState; description: string }>;

async function list(ctx: Ctx, options: { pool?: string }): Promise<Answer> {
  const hosts = await listHosts(ctx.db.sql, { poolId: options.pool });
  const data = hosts.map(({ cards, ...host }) => ({ ...host, cards: cards.map((card) => ({ ...card })) }));
  return wholeList(data, table(hosts, columns, 'There is no such host.'));
}

const columns: readonly Column<HostWithCards>[] = [
  { title: 'id', of: (host) => host.id },
  { title: 'name', of: (host) => host.name },
  { title: 'pool', of: (host) => host.poolId },
  { title: 'state', of: (host) => host.state },
  { title: 'used', right: true, of: (host) => String(host.used) },
  { title: 'free', right: true, of: (host) => String(host.free) },
  { title: 'created', of: (host) => when(host.createdAt) },
  { title: 'servers', of: (host) => serversOn(host).join(' ') || '–' },
];

function serversOn(host: HostWithCards): string[] {
  return [...new Set(host.cards.flatMap((card) => [card.serverId, card.leavingServerId]).filter((id) => id !== null))];
}

async function add(ctx: Ctx, name: string, options: { pool: string; gpus: number }): Promise<Answer> {
  const host = await addHost(ctx, { poolId: options.pool, name, gpuCount: options.gpus });
  return {
    data: { ...host, gpuCount: options.gpus },
    text: `Added the host ${host.name} with ${count(options.gpus, 'GPU')} to ${host.poolId}; servers are placed on it from now on: ${host.id}`,
  };
}

async function move(ctx: Ctx, input: { hostId: string; state: HostState }): Promise<Answer> {
  const host = await setHostState(ctx, input);
  const now = (await listHosts(ctx.db.sql, { poolId: host.poolId })).find((one) => one.id === host.id);
  const serverIds = now ? serversOn(now) : [];
  const placing = host.state === 'accepting' ? 'Servers are placed on it again.' : 'Nothing more is placed on it.';
  return {
    data: { ...host, serverIds },
    text: `The host ${host.name} is ${host.state}. ${placing} It carries ${count(serverIds.length, 'server')}. Host: ${host.id}`,
  };
}
