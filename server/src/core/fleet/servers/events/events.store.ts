import type { ServerEventFacts, ServerEventType } from '@boreal/contract/servers/events.ts';
import type { ServerStatus } from '@boreal/contract/servers/servers.ts';
import type { Sql, Tx } from '../../../../db/connect.ts';
import { newId } from '../../../../kit/ids.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import type { WrittenEvent } from './event-message.rules.ts';

/** What has happened, by its type and data, as stored in the log. The text is rendered when it is read. */
export type NewServerEvent = ServerEventFacts & {
  readonly server: { readonly id: string; readonly accountId: string };
  readonly level?: 'info' | 'warning' | 'error';
  readonly fromStatus?: ServerStatus | null;
  readonly toStatus?: ServerStatus | null;
  /** A stable code that says why, such as CREDIT_EXHAUSTED. */
  readonly reason?: string | null;
};

/** The position of a line in the activity log. */
export interface EventPlace {
  readonly id: string;
  readonly createdAt: Date;
}

/** Writes one line of a server's activity log, in the transaction that makes it true. */
export function recordEvent(tx: Tx, ctx: Ctx, event: NewServerEvent): Promise<EventPlace> {
  return eventWrite(tx, ctx, event).returning(['id', 'createdAt']).executeTakeFirstOrThrow();
}

/** The same as a write, to be sent together with others. */
export function eventWrite(tx: Tx, ctx: Ctx, event: NewServerEvent) {
  const now = ctx.clock.now();
  const { data = {} } = event;
  return tx.insertInto('serverEvents').values({
    id: newId('event', now),
    serverId: event.server.id,
    accountId: event.server.accountId,
    type: event.type,
    level: event.level ?? 'info',
    actorType: ctx.actor.type,
    actorId: ctx.actor.id,
    actorName: ctx.actor.name,
    fromStatus: event.fromStatus ?? null,
    toStatus: event.toStatus ?? null,
    reason: event.reason ?? ('reason' in data && typeof data.reason === 'string' ? data.reason : null),
    data: JSON.stringify(data),
    requestId: ctx.requestId,
    createdAt: now,
  });
}

/** Why a server was last hibernated; null if somebody requested it. */
export async function reasonOfHibernation(tx: Tx, serverId: string): Promise<string | null> {
  const event = await tx
    .selectFrom('serverEvents')
    .select('reason')
    .where('serverId', '=', serverId)
    .where('type', 'in', ['server.hibernate_requested', 'server.preempted', 'server.restore_failed'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return event?.reason ?? null;
}

/** The event by which a server got this status; null if that was too long ago. */
export async function findArrival(
  db: Sql | Tx,
  input: { serverId: string; status: ServerStatus },
): Promise<(WrittenEvent & { reason: string | null; createdAt: Date }) | null> {
  const event = await db
    .selectFrom('serverEvents')
    .select(['type', 'reason', 'data', 'message', 'messageFr', 'createdAt'])
    .where('serverId', '=', input.serverId)
    .where('toStatus', '=', input.status)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return event ?? null;
}

/** Whether an event of this kind has ever happened to a server, or since a given line of its log. */
export async function hasEvent(
  db: Sql | Tx,
  { serverId, type, since }: { serverId: string; type: ServerEventType; since?: EventPlace },
): Promise<boolean> {
  const ever = db.selectFrom('serverEvents').select('id').where('serverId', '=', serverId).where('type', '=', type);
  const asked = since
    ? ever.where(({ eb, refTuple, tuple }) => eb(refTuple('createdAt', 'id'), '>', tuple(since.createdAt, since.id)))
    : ever;
  return (await asked.limit(1).executeTakeFirst()) !== undefined;
}
