import { mayDo } from '@boreal/contract/members.ts';
import { z } from 'zod';
import type { Engine, MachineConsole } from '../../../engines/engine.ts';
import { EngineError } from '../../../engines/engine.ts';
import { deadline, MINUTE_MS } from '../../../kit/clock.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { randomBase62 } from '../../../kit/ids.ts';
import { sessionRuns } from '../../ground/people/session-runs.store.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import { readLink, signLink } from '../../ground/links/signed-link.ts';
import { useLink } from '../../ground/links/use-link.ts';
import { findRole } from '../../ground/roles/roles.store.ts';
import { recordEvent } from './events.store.ts';
import { actionsOf } from './server.rules.ts';
import { findServer, lockOwnServer } from './servers.store.ts';
import { findKeyLife } from '../../ground/keys/keys.store.ts';

/** How long a link opens the console, once. */
const LIFETIME = { productMs: 5 * MINUTE_MS, wallMs: 5 * MINUTE_MS };
const OPEN_WITHIN_MS = 10_000;

/** The owner of a link: a key, or a person in one session. The link is void once that has ended. */
const Asker = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('key'), keyId: z.string() }),
  z.strictObject({ is: z.literal('person'), userId: z.string(), sessionId: z.string() }),
  z.strictObject({ is: z.literal('house') }),
]);
type Asker = z.infer<typeof Asker>;

/** `once`: two links made in the same instant are two links. */
const Content = z.strictObject({ for: z.literal('console'), serverId: z.string(), accountId: z.string(), asker: Asker, once: z.string() });

/** A token that opens the serial console of a running server for five minutes. @throws NOT_FOUND · INVALID_STATE */
export function makeConsoleLink(ctx: CustomerCtx, input: { serverId: string }): Promise<{ token: string; expiresAt: Date }> {
  return ctx.transact(async (tx) => {
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    if (server.status !== 'ACTIVE') throw notRunning(server);
    const expiresAt = deadline(ctx.clock, LIFETIME);
    const content = { for: 'console', serverId: server.id, accountId: ctx.accountId, asker: askerOf(ctx), once: randomBase62(16) } as const;
    const token = await signLink(tx, { content, expiresAt, now: ctx.clock.now() });
    await recordEvent(tx, ctx, { server, type: 'server.console_link_made' });
    return { token, expiresAt };
  });
}

/** An open console, and whether its requester may still have it. */
export interface OpenedConsole extends MachineConsole {
  readonly serverId: string;
  readonly stillAllowed: () => Promise<boolean>;
}

/**
 * Opens the console of a link, once: while its server runs, and the key or session that requested it is valid and may write to
 * servers. @throws NOT_FOUND a link that is used, expired, forged or outlived · INVALID_STATE the server does not run
 */
export async function openConsole(ctx: Ctx, input: { token: string }, engine: Engine): Promise<OpenedConsole> {
  const content = Content.safeParse(await readLink(ctx.db.sql, { token: input.token, now: ctx.clock.now() }));
  if (!content.success) throw notFound('page');
  const { serverId, accountId, asker } = content.data;
  const stillAllowed = async () => (await mayHave(ctx, { asker, accountId })) && (await isOf(ctx, { serverId, accountId }));
  if (!(await mayHave(ctx, { asker, accountId })) || !(await useLink(ctx, input.token))) throw notFound('page');
  const server = await findServer(ctx.db.sql, serverId);
  if (!server || !(await isOf(ctx, { serverId, accountId }))) throw notFound('server');
  try {
    const opened = await engine.console(serverId, AbortSignal.timeout(OPEN_WITHIN_MS));
    return { serverId, stillAllowed, stream: opened.stream, resize: (size) => opened.resize(size) };
  } catch (error) {
    if (error instanceof EngineError && error.engineCause === 'gone') throw notRunning(server);
    throw error;
  }
}

function askerOf({ actor, sessionId }: CustomerCtx): Asker {
  if ((actor.type === 'mcp_key' || actor.type === 'api_key') && actor.id !== null) return { is: 'key', keyId: actor.id };
  if (actor.type === 'user' && actor.id !== null && sessionId !== undefined) return { is: 'person', userId: actor.id, sessionId };
  return { is: 'house' };
}

async function isOf(ctx: Ctx, { serverId, accountId }: { serverId: string; accountId: string }): Promise<boolean> {
  const server = await findServer(ctx.db.sql, serverId);
  return server?.accountId === accountId && server.status !== 'DELETED';
}

async function mayHave(ctx: Ctx, { asker, accountId }: { asker: Asker; accountId: string }): Promise<boolean> {
  switch (asker.is) {
    case 'key':
      return keyStillWorks(ctx, asker.keyId);
    case 'person': {
      const role = await findRole(ctx.db.sql, { accountId, userId: asker.userId });
      return role !== null && mayDo(role, 'servers.write') && (await sessionRuns(ctx.db.sql, { ...asker, at: ctx.clock.wall() }));
    }
    case 'house':
      return true;
  }
}

async function keyStillWorks(ctx: Ctx, keyId: string): Promise<boolean> {
  const key = await findKeyLife(ctx.db.sql, keyId);
  return key !== null && key.revokedAt === null && key.expiresAt > ctx.clock.now();
}

function notRunning(server: Parameters<typeof actionsOf>[0]): AppError {
  return new AppError('INVALID_STATE', { action: 'console', currentStatus: server.status, allowedActions: actionsOf(server) });
}
