import { toCad } from '@boreal/contract/money.ts';
import type { ServerEvent } from '@boreal/contract/servers.ts';
import type { ServerUsage } from '@boreal/contract/billing.ts';
import { getServerUsage } from '../core/fleet/servers/get-server-usage.ts';
import { findHostName, slotsOf } from '../core/fleet/capacity/capacity.store.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { listServerEvents } from '../core/fleet/servers/list-server-events.ts';
import { findServer, type ServerRow } from '../core/fleet/servers/servers.store.ts';
import { notFound } from '../kit/errors.ts';
import { count, facts, table, when, type Answer } from './output.ts';

const EVENTS_SHOWN = 10;

interface ServerSeen {
  readonly server: ServerRow;
  readonly hostName: string | null;
  readonly slots: readonly number[];
  readonly events: readonly ServerEvent[];
  readonly totals: ServerUsage['totals'];
}

/** All that explains one server: what it is and should become, who is at it, where it runs, what happened, what it cost. */
export async function showServer(ctx: Ctx, serverId: string): Promise<Answer> {
  const server = await findServer(ctx.db.sql, serverId);
  if (!server) throw notFound('server');
  const customer = { ...ctx, accountId: server.accountId };
  const events = await listServerEvents(customer, { serverId, locale: 'en', limit: EVENTS_SHOWN });
  const { usage } = await getServerUsage(customer, { serverId, limit: 1 });
  const hostName = server.hostId === null ? null : await findHostName(ctx.db.sql, server.hostId);
  const slots = await slotsOf(ctx.db.sql, serverId);
  const seen = { server, hostName, slots, events: events.items, totals: usage.totals };
  return { data: dataOf(seen), text: textOf(seen, ctx) };
}

function dataOf({ server, hostName, slots, events, totals }: ServerSeen): Answer['data'] {
  const { committedMicros, ...row } = server;
  return {
    ...row,
    committedMonthly: committedMicros === null ? null : toCad(committedMicros),
    hostName,
    gpuSlots: slots,
    usage: { ...totals, currency: 'CAD' },
    events: events.map((event) => ({ ...event, actor: { ...event.actor } })),
  };
}

function textOf({ server, hostName, slots, events, totals }: ServerSeen, ctx: Ctx): string {
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
    'GPU cards': slots.length === 0 ? '–' : slots.join(', '),
    Addresses: [server.ipv4, server.ipv6].filter((address) => address !== null).join(', ') || '–',
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

/** A lease is real time: it guards against two real processes at the same server. */
function leaseOf(server: ServerRow, wall: Date): string {
  if (server.leaseUntil === null) return `free (token ${server.leaseToken})`;
  const held = server.leaseUntil > wall ? 'held' : 'run out';
  return `${held}, until ${when(server.leaseUntil)} real time (token ${server.leaseToken})`;
}
