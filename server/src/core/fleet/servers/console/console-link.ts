import { agentTools } from '@boreal/contract/agents/tools.ts';
import { opensTerminal } from '@boreal/contract/servers/console-servers.ts';
import { mayDo } from '@boreal/contract/people/members.ts';
import { engineSentences } from '@boreal/contract/request-sentences/engine.sentences.ts';
import { z } from 'zod';
import { answerSignal } from '../../../../engines/answer-limits.ts';
import { EngineError, type MachineConsole } from '../../../../engines/engine.ts';
import type { Engines } from '../../../../engines/engines.ts';
import { deadline, MINUTE_MS } from '../../../../kit/clock.ts';
import { AppError, invalidRequest, notFound } from '../../../../kit/errors.ts';
import { randomBase62 } from '../../../../kit/ids.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import { systemActor, type Actor, type Ctx, type CustomerCtx } from '../../../ground/ctx.ts';
import { findKeyName } from '../../../ground/keys/keys.store.ts';
import { readLink, signLink } from '../../../ground/links/signed-link.ts';
import { useLink } from '../../../ground/links/use-link.ts';
import { sessionRuns } from '../../../ground/people/session-runs.store.ts';
import { findAddressee } from '../../../ground/people/users.store.ts';
import { findRole } from '../../../ground/roles/roles.store.ts';
import { requireAgentMay } from '../../../money/agents/require-agent-may.ts';
import { readPromised } from '../../engines/engine-traits.store.ts';
import type { ConsolePlaces } from './console-places.ts';
import { hasEvent, recordEvent, type EventPlace } from '../events/events.store.ts';
import { actionsOf } from '../server.rules.ts';
import { findServer, lockOwnServer } from '../servers.store.ts';

/** How long a link can be used, once, to open the console. */
const LIFETIME = { productMs: 5 * MINUTE_MS, wallMs: 5 * MINUTE_MS };
/** The least time an engine gets to answer. */
const AT_LEAST = { atLeastMs: 10_000 };
/** How soon to try again when too many are open. */
const RETRY_SECONDS = 60;
const OPENED = 'server.console_opened';

/** The owner of a link: a key, or a person in one session. The link is void once the key or session has ended. */
const Asker = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('key'), keyId: z.string() }),
  z.strictObject({ is: z.literal('person'), userId: z.string(), sessionId: z.string() }),
  z.strictObject({ is: z.literal('house') }),
]);
type Asker = z.infer<typeof Asker>;

/** `once` keeps two links made in the same instant distinct. */
const Content = z.strictObject({ for: z.literal('console'), serverId: z.string(), accountId: z.string(), asker: Asker, once: z.string() });

/**
 * A token that opens a terminal of a running server, once, within five minutes. @throws NOT_FOUND · INVALID_STATE · INVALID_REQUEST its
 * engine has no console
 */
export function makeConsoleLink(ctx: CustomerCtx, input: { serverId: string }): Promise<{ token: string; expiresAt: Date }> {
  return ctx.transact(async (tx) => {
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    if ((await readPromised(tx, server)).console === 'none') throw invalidRequest('serverId', engineSentences.noTerminal);
    if (!opensTerminal(server.status)) throw notRunning(server);
    const expiresAt = deadline(ctx.clock, LIFETIME);
    const content = { for: 'console', serverId: server.id, accountId: ctx.accountId, asker: askerOf(ctx), once: randomBase62(16) } as const;
    const token = await signLink(tx, { content, expiresAt, now: ctx.clock.now() });
    await recordEvent(tx, ctx, { server, type: 'server.console_link_made' });
    return { token, expiresAt };
  });
}

/** An open console, and the check that says why it must end: its owner may no longer have it, or somebody opened the same line later. */
export interface OpenedConsole extends MachineConsole {
  readonly serverId: string;
  readonly endsFor: () => Promise<'lost' | 'taken' | null>;
}

/**
 * Opens the console of a link, once: while its server runs, and the key or session that requested it is valid and may write to servers. The
 * activity log and the audit log record who opened it, from where and when, before any output is shown.
 * @throws NOT_FOUND a link that is used, expired, forged or outlived · INVALID_STATE the server does not run · Too many requests the owner
 * has too many open; the link is not used up
 */
export async function openConsole(ctx: Ctx, input: { token: string }, parts: ConsoleParts): Promise<OpenedConsole> {
  const content = Content.safeParse(await readLink(ctx.db.sql, { token: input.token, now: ctx.clock.now() }));
  if (!content.success) throw notFound('page');
  const { serverId, accountId, asker } = content.data;
  const right: Right = { serverId, accountId, as: { ...ctx, accountId, door: doorOf(asker), actor: await actorOf(ctx, asker) }, asker };
  if (!(await mayHave(right))) throw notFound('page');
  const server = await findServer(ctx.db.sql, serverId);
  if (server?.accountId !== accountId) throw notFound('server');
  const leave = parts.places.take({ asker: JSON.stringify(asker), accountId });
  if (leave === null) throw new AppError('Too many requests', { retryAfterSeconds: RETRY_SECONDS });
  try {
    if (!(await useLink(ctx, input.token))) throw notFound('page');
    const engine = parts.engines.of(server);
    const { stream, ...opened } = await engine.console(serverId, answerSignal(engine, 'look', AT_LEAST));
    const place = await record(right).catch((error: unknown) => {
      stream.destroy();
      throw error;
    });
    stream.once('close', leave);
    return {
      ...opened,
      stream,
      serverId,
      async endsFor() {
        if (!(await mayHave(right)) || !(await isOn(right))) return 'lost';
        // A line has one end, which belongs to whoever opened it last: if another process has it, this one lets go.
        return opened.kind === 'line' && (await hasEvent(ctx.db.sql, { serverId, type: OPENED, since: place })) ? 'taken' : null;
      },
    };
  } catch (error) {
    leave();
    if (error instanceof EngineError && error.engineCause === 'gone') throw notRunning(server);
    throw error;
  }
}

export interface ConsoleParts {
  readonly engines: Engines;
  readonly places: ConsolePlaces;
}

/** The server, and whoever requested its console, as the actor it is opened for. */
interface Right {
  readonly serverId: string;
  readonly accountId: string;
  readonly as: CustomerCtx;
  readonly asker: Asker;
}

function askerOf({ actor, sessionId }: CustomerCtx): Asker {
  if ((actor.type === 'mcp_key' || actor.type === 'api_key') && actor.id !== null) return { is: 'key', keyId: actor.id };
  if (actor.type === 'user' && actor.id !== null && sessionId !== undefined) return { is: 'person', userId: actor.id, sessionId };
  return { is: 'house' };
}

function doorOf(asker: Asker): Ctx['door'] {
  return asker.is === 'key' ? 'mcp' : asker.is === 'person' ? 'console' : 'system';
}

async function actorOf(ctx: Ctx, asker: Asker): Promise<Actor> {
  switch (asker.is) {
    case 'key':
      return { type: 'mcp_key', id: asker.keyId, name: await findKeyName(ctx.db.sql, asker.keyId) };
    case 'person':
      return { type: 'user', id: asker.userId, name: (await findAddressee(ctx.db.sql, asker.userId))?.name ?? null };
    case 'house':
      return systemActor;
  }
}

function record({ as, serverId, accountId }: Right): Promise<EventPlace> {
  return as.transact(async (tx) => {
    const place = await recordEvent(tx, as, { server: { id: serverId, accountId }, type: OPENED });
    await recordAudit(tx, as, { accountId, action: OPENED, target: serverId });
    return place;
  });
}

/** An open console lasts as long as its machine is on and stays with the same account. */
async function isOn({ as, serverId, accountId }: Right): Promise<boolean> {
  const server = await findServer(as.db.sql, serverId);
  return server?.accountId === accountId && (server.status === 'ACTIVE' || server.status === 'REBOOTING');
}

async function mayHave({ as, asker, accountId }: Right): Promise<boolean> {
  switch (asker.is) {
    case 'key':
      return agentMayHave(as);
    case 'person': {
      const role = await findRole(as.db.sql, { accountId, userId: asker.userId });
      return role !== null && mayDo(role, 'servers.write') && (await sessionRuns(as.db.sql, { ...asker, at: as.clock.wall() }));
    }
    case 'house':
      return true;
  }
}

/** The same checks as for the tool that makes the link, repeated now: the key, its permissions, and its maker's role. */
async function agentMayHave(as: Ctx): Promise<boolean> {
  try {
    await as.transact((tx) => requireAgentMay(tx, as, agentTools.svc_get_console_url));
    return true;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'Unauthorized' || error.code === 'PERMISSION_DENIED')) return false;
    throw error;
  }
}

function notRunning(server: Parameters<typeof actionsOf>[0]): AppError {
  return new AppError('INVALID_STATE', { action: 'console', currentStatus: server.status, allowedActions: actionsOf(server) });
}
