import { z } from 'zod';
import type { Engine, MachineConsole } from '../../engines/engine.ts';
import { EngineError } from '../../engines/engine.ts';
import { deadline, MINUTE_MS } from '../../kit/clock.ts';
import { AppError, notFound } from '../../kit/errors.ts';
import type { Ctx, CustomerCtx } from '../ctx.ts';
import { readLink, signLink } from '../links/signed-link.ts';
import { recordEvent } from './events.store.ts';
import { actionsOf } from './server.rules.ts';
import { findServer, lockOwnServer } from './servers.store.ts';

/** How long a link opens the console; one that is open stays open. */
const LIFETIME = { productMs: 5 * MINUTE_MS, wallMs: 5 * MINUTE_MS };
const OPEN_WITHIN_MS = 10_000;

const Content = z.strictObject({ for: z.literal('console'), serverId: z.string(), accountId: z.string(), keyId: z.string().nullable() });

/** A token that opens the serial console of a running server for five minutes. @throws NOT_FOUND · INVALID_STATE */
export function makeConsoleLink(ctx: CustomerCtx, input: { serverId: string }): Promise<{ token: string; expiresAt: Date }> {
  return ctx.transact(async (tx) => {
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    if (server.status !== 'ACTIVE') throw notRunning(server);
    const expiresAt = deadline(ctx.clock, LIFETIME);
    const keyId = ctx.actor.type === 'mcp_key' || ctx.actor.type === 'api_key' ? ctx.actor.id : null;
    const content = { for: 'console', serverId: server.id, accountId: ctx.accountId, keyId } as const;
    const token = await signLink(tx, { content, expiresAt, now: ctx.clock.now() });
    const message = {
      en: 'A link to the serial console was made; it opens for five minutes.',
      fr: 'Un lien vers la console série a été créé ; il s’ouvre pendant cinq minutes.',
    };
    await recordEvent(tx, ctx, { server, type: 'server.console_link_made', message });
    return { token, expiresAt };
  });
}

/**
 * Opens the console that a link is for: while its server runs, and the key that asked for it still works.
 * @throws NOT_FOUND a link that is expired, forged or whose key was revoked · INVALID_STATE the server does not run
 */
export async function openConsole(ctx: Ctx, input: { token: string }, engine: Engine): Promise<MachineConsole & { serverId: string }> {
  const content = Content.safeParse(await readLink(ctx.db.sql, { token: input.token, now: ctx.clock.now() }));
  if (!content.success || !(await keyStillWorks(ctx, content.data.keyId))) throw notFound('page');
  const { serverId, accountId } = content.data;
  const server = await findServer(ctx.db.sql, serverId);
  if (!server || server.accountId !== accountId || server.status === 'DELETED') throw notFound('server');
  try {
    const opened = await engine.console(serverId, AbortSignal.timeout(OPEN_WITHIN_MS));
    return { serverId, stream: opened.stream, resize: (size) => opened.resize(size) };
  } catch (error) {
    if (error instanceof EngineError && error.engineCause === 'gone') throw notRunning(server);
    throw error;
  }
}

async function keyStillWorks(ctx: Ctx, keyId: string | null): Promise<boolean> {
  if (keyId === null) return true;
  const key = await ctx.db.sql.selectFrom('apiKeys').select(['revokedAt', 'expiresAt']).where('id', '=', keyId).executeTakeFirst();
  return key !== undefined && key.revokedAt === null && key.expiresAt > ctx.clock.now();
}

function notRunning(server: Parameters<typeof actionsOf>[0]): AppError {
  return new AppError('INVALID_STATE', { action: 'console', currentStatus: server.status, allowedActions: actionsOf(server) });
}
