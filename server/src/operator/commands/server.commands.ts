import { endpointOf } from '@boreal/contract/servers/ssh-command.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import type { OperatorServerAction } from '@boreal/contract/operator/server-action.ts';
import { ServerStatus } from '@boreal/contract/servers/servers.ts';
import { Option, type Command } from 'commander';
import type { Ctx } from '../../core/ground/ctx.ts';
import { listAllServers } from '../../core/fleet/servers/views/list-all-servers.ts';
import type { ServerListing } from '../../core/fleet/servers/views/server-lists.store.ts';
import { retryServer } from '../../core/commerce/oversight/retry-server.ts';
import { actOnAnyServer } from '../../core/fleet/lifecycle/change/act-on-any-server.ts';
import { preemptServer } from '../../core/fleet/lifecycle/spot/preempt-server.ts';
import { parseText } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { cad, onePage, when, type Column, type CommandOutput } from '../output.ts';
import { showServer } from '../show-server.ts';
import { INVOCATION, pagedVerb, verb, type ListOptions } from '../verb.ts';

export function addServerCommands(program: Command, operate: Operate): void {
  const server = program.command('server').description("every customer's servers");

  pagedVerb(server, 'list', operate(list), {
    description: 'Show servers, the oldest first; deleted ones only by their status.',
    example: '--status ERROR',
  })
    .option('--account <account>', 'only servers of this account')
    .addOption(new Option('--status <status>', 'only servers of this status').choices(ServerStatus.options));

  verb(server, 'show <server>', operate(showServer), {
    description: 'Show everything about a server: goal, wait reason, lease, host, GPUs, events and usage.',
    example: 'srv_01kb3c9q',
  });

  verb(server, 'stop <server>', operate(halt('stop')), {
    description: "Stop a customer's server, with its disks and addresses kept; it is still billed. They can start it again.",
    example: 'srv_01kb3c9q --reason "It scans ports"',
  }).requiredOption('--reason <text>', 'why; the customer reads it', parseText);

  verb(server, 'hibernate <server>', operate(halt('hibernate')), {
    description: "Hibernate a customer's server: billing stops at the end of the paid hour. They can resume it.",
    example: 'srv_01kb3c9q --reason "It overloads its host"',
  }).requiredOption('--reason <text>', 'why; the customer reads it', parseText);

  verb(server, 'preempt <server>', operate(preempt), {
    description: 'Preempt a spot server: it is hibernated and refunded as when on-demand customers need its GPUs.',
    example: 'srv_01kb3c9q --reason "The host is serviced"',
  }).requiredOption('--reason <text>', 'why; the customer reads it', parseText);

  verb(server, 'retry <server>', operate(retry), {
    description: 'Retry a waiting server now.',
    example: 'srv_01kb3c9q',
  }).option('--at-rest', 'also at one that rests: its machine becomes what server show says of it');
}

async function list(ctx: Ctx, options: ListOptions & { account?: string; status?: ServerStatus }): Promise<CommandOutput> {
  const { account, status, limit, cursor } = options;
  const page = await listAllServers(ctx, { accountId: account, status, limit, cursor });
  const told = page.items.map((row) => ({ ...row }));
  return onePage(page, told, { columns, none: 'There is no such server.' });
}

const halts = { stop: 'It is being stopped', hibernate: 'It is being hibernated' } as const satisfies Record<OperatorServerAction, string>;

function halt(action: OperatorServerAction) {
  return async (ctx: Ctx, serverId: string, { reason }: { reason: string }): Promise<CommandOutput> => {
    await actOnAnyServer(ctx, { serverId, action, reason });
    return {
      data: { id: serverId, action, status: 'accepted' },
      text: `${halts[action]}, and its customer is told why. See how far it is with: ${INVOCATION} server show ${serverId}`,
    };
  };
}

async function preempt(ctx: Ctx, serverId: string, { reason }: { reason: string }): Promise<CommandOutput> {
  const { server, refundedMicros } = await preemptServer(ctx, { serverId, reason });
  const ends = server.goal === 'hibernated' ? 'It is being hibernated' : 'It had never been active and is being removed';
  return {
    data: {
      id: server.id,
      name: server.name,
      accountId: server.accountId,
      goal: server.goal,
      refunded: toCad(refundedMicros),
      currency: 'CAD',
    },
    text: `Preempted ${server.name}. ${ends}; ${cad(refundedMicros)} CAD were refunded. Its GPUs are free once the machine has left them: ${server.id}`,
  };
}

async function retry(ctx: Ctx, serverId: string, { atRest = false }: { atRest?: boolean }): Promise<CommandOutput> {
  await retryServer(ctx, { serverId, atRest });
  return { data: { id: serverId }, text: `A worker looks at it now. See what it does with: ${INVOCATION} server show ${serverId}` };
}

const columns: readonly Column<ServerListing>[] = [
  { title: 'id', of: (row) => row.id },
  { title: 'name', of: (row) => row.name },
  { title: 'account', of: (row) => row.accountName },
  { title: 'plan', of: (row) => row.planId },
  { title: 'status', of: (row) => row.status },
  { title: 'task', of: (row) => row.task ?? '–' },
  { title: 'host', of: (row) => row.hostName ?? '–' },
  { title: 'ipv4', of: (row) => endpointOf(row) ?? '–' },
  { title: 'created', of: (row) => when(row.createdAt) },
  { title: 'waits for', of: (row) => row.waitReason ?? '–' },
];
