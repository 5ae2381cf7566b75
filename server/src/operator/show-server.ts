import { endpointOf } from '@boreal/contract/servers/ssh-command.ts';
import { toCadOrNull } from '@boreal/contract/values/money.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import type { ServerRow } from '../core/fleet/servers/servers.store.ts';
import { explainServer, type ExplainedServer } from '../core/fleet/servers/views/explain-server.ts';
import { count, facts, table, when, type CommandOutput } from './output.ts';

const EVENTS_SHOWN = 10;

/** Everything that explains one server, and which worker holds it. */
export async function showServer(ctx: Ctx, serverId: string): Promise<CommandOutput> {
  const seen = await explainServer(ctx, { serverId, locale: 'en', events: EVENTS_SHOWN });
  return { data: dataOf(seen), text: textOf(seen, ctx) };
}

function dataOf({ server, hostName, gpuSlots, events, totals }: ExplainedServer): CommandOutput['data'] {
  const { committedMicros, ...row } = server;
  return {
    ...row,
    committedMonthly: toCadOrNull(committedMicros),
    hostName,
    gpuSlots,
    usage: { ...totals, currency: 'CAD' },
    events: events.map((event) => ({ ...event, actor: { ...event.actor } })),
  };
}

function textOf({ server, hostName, gpuSlots, events, totals }: ExplainedServer, ctx: Ctx): string {
  const told = facts({
    Server: server.id,
    Name: server.name,
    Account: server.accountId,
    Plan: `${server.planId}, billed ${server.billingCycle}`,
    Status: server.task === null ? server.status : `${server.status}, ${server.task.replace('_', ' ')}`,
    Goal: `${server.goal} (wish ${server.intent})`,
    'Waits for': server.waitReason ?? '–',
    'Next look': server.convergeAt === null ? '– (nothing to do)' : `${when(server.convergeAt)}, after ${server.attempts} failed attempts`,
    Deadline: when(server.deadlineAt),
    Lease: leaseOf(server, ctx.clock.wall()),
    Host: hostName === null ? '–' : `${hostName} (${server.hostId ?? ''})`,
    GPUs: gpuSlots.length === 0 ? '–' : gpuSlots.join(', '),
    Addresses: [endpointOf(server), server.ipv6].filter((address) => address !== null).join(', ') || '–',
    Firewall: `version ${server.firewallVersion}, applied ${server.firewallAppliedVersion}`,
    'Paid until': server.billingCycle === 'hourly' ? '–' : when(server.paidUntil),
    Created: when(server.createdAt),
    'First active': when(server.firstActiveAt),
    Updated: when(server.updatedAt),
    Deleted: when(server.deletedAt),
    Usage: `${count(totals.hours, 'hour')}, ${totals.total} CAD (compute ${totals.compute}, backup ${totals.backup}, refunds ${totals.refunds})`,
  });
  const happened = table(
    events,
    [
      { title: 'when', of: (event) => when(new Date(event.createdAt)) },
      { title: 'who', of: (event) => event.actor.name ?? event.actor.type },
      { title: 'event', of: (event) => event.type },
      { title: 'what', of: (event) => event.message },
    ],
    'Nothing has happened yet.',
  );
  return `${told}\n\nLast events\n${happened}`;
}

/** Leases use real time: they keep two real processes off the same server. */
function leaseOf(server: ServerRow, wall: Date): string {
  if (server.leaseUntil === null) return `free (token ${server.leaseToken})`;
  const held = server.leaseUntil > wall ? 'held' : 'run out';
  return `${held}, until ${when(server.leaseUntil)} real time (token ${server.leaseToken})`;
}
