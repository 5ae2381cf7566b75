import type { Told } from '@boreal/contract/language.ts';
import type { ServerEventType, ServerStatus } from '@boreal/contract/servers.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { newId } from '../../../kit/ids.ts';
import type { Ctx } from '../../ground/ctx.ts';

export interface NewServerEvent {
  readonly server: { readonly id: string; readonly accountId: string };
  readonly type: ServerEventType;
  readonly level?: 'info' | 'warning' | 'error';
  readonly fromStatus?: ServerStatus | null;
  readonly toStatus?: ServerStatus | null;
  /** A stable code that says why, such as CREDIT_EXHAUSTED. */
  readonly reason?: string | null;
  /** Plain sentences for the customer: what happened and, where it helps, what to do next. */
  readonly message: Told;
}

/** Writes one line of a server's activity log, in the transaction that makes it true. */
export async function recordEvent(tx: Tx, ctx: Ctx, event: NewServerEvent): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .insertInto('serverEvents')
    .values({
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
      reason: event.reason ?? null,
      message: event.message.en,
      messageFr: event.message.fr,
      requestId: ctx.requestId,
      createdAt: now,
    })
    .execute();
}

/** Why a server was last sent into hibernation; null when somebody asked for it. */
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

/** The event by which a server came to have this status; null for one that came long ago. */
export async function findArrival(
  db: Sql | Tx,
  input: { serverId: string; status: ServerStatus },
): Promise<{ reason: string | null; message: string; messageFr: string | null; createdAt: Date } | null> {
  const event = await db
    .selectFrom('serverEvents')
    .select(['reason', 'message', 'messageFr', 'createdAt'])
    .where('serverId', '=', input.serverId)
    .where('toStatus', '=', input.status)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return event ?? null;
}
