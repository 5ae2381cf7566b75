import { document, endpointRows } from '@boreal/contract/api/endpoint.ts';
import { PageQuery } from '@boreal/contract/api/pages.ts';
import { ServerPath } from '@boreal/contract/api/paths.ts';
import { ServerSummary } from '@boreal/contract/servers/servers.ts';
import { z } from 'zod';
import { AppError, notFound } from '../kit/errors.ts';
import { bind } from '../door/bind.ts';
import type { Endpoint } from '../door/endpoint.ts';

const facts = { scope: 'account', group: 'Servers', needs: 'servers.read', limit: 1000 } as const;
const row = endpointRows(facts);
const owns = async (_ctx: unknown, id: string) => {
  if (id !== 'srv_mine') throw notFound('server');
};
const Note = z.strictObject({ title: z.string().max(5), tags: z.array(z.object({ n: z.int() })).optional() });
export const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, secret: 'inner' }));

const open = { ...facts, summary: '', auth: 'none', answer: z.unknown() } as const;
const rows = {
  availability: document('/v1/availability', open),
  stock: document('/v1/stock', { ...open, auth: 'key' }),
  things: row.list('/v1/things', '', { takes: { query: PageQuery }, of: z.object({ id: z.string() }) }),
  whoami: row.get('/v1/whoami', '', { limit: 3, takes: {}, data: z.object({ account: z.string(), actor: z.string() }) }),
  post: row.post('/servers', '', { takes: { body: Note }, status: 201, data: z.object({ title: z.string() }) }),
  get: row.get('/servers/:id', '', {
    takes: { params: ServerPath, query: z.object({ n: z.coerce.number().optional() }) },
    data: z.string(),
  }),
  act: row.post('/servers/:id/actions', '', { takes: { params: ServerPath, body: Note }, data: z.string() }),
  broken: row.get('/v1/broken', '', { takes: {}, data: z.string() }),
  misshapen: row.get('/v1/misshapen', '', { takes: {}, data: ServerSummary }),
  deleteThing: row.delete('/v1/things', '', { takes: { query: z.object({ id: z.string() }) }, data: z.string() }),
  once: document('/v1/once', { ...open, limit: 1 }),
};

/** Endpoints for testing the door, one of each kind. */
export const endpoints: readonly Endpoint[] = bind(rows, {
  availability: { source: 'availability', cacheControl: 'public, max-age=60', crossOrigin: true },
  stock: { source: 'availability', cacheControl: 'no-store', crossOrigin: false },
  things: async () => items,
  whoami: async (ctx) => ({ account: ctx.accountId, actor: `${ctx.actor.type} ${ctx.actor.name} ${ctx.requestId !== null}` }),
  post: async (_ctx, { body }) => body,
  get: async (_ctx, { params }) => params.id,
  act: async (ctx, { params, body }) => {
    await owns(ctx, params.id);
    throw failures[body.title] ?? new Error('no such failure');
  },
  broken: async () => {
    throw new Error('inner secret words');
  },
  misshapen: async () => JSON.parse('{"id":1}'),
  deleteThing: async (_ctx, { query }) => query.id,
  once: { source: 'availability', cacheControl: 'no-store', crossOrigin: true },
}).map((bound) => ({ ...bound, owns: bound.path.startsWith('/servers/:id') ? owns : null }));

const failures: Record<string, AppError> = {
  state: new AppError('INVALID_STATE', { action: 'stop', currentStatus: 'STOPPED', allowedActions: ['start', 'hibernate'] }),
  money: new AppError('INSUFFICIENT_CREDITS', { requiredMicros: 3_990_001n, hourMicros: 3_990_001n, balanceMicros: 1_209_999n }),
  cap: new AppError('BUDGET_CAP_REACHED', { cap: 'account month', requiredMicros: 3_990_000n, hourMicros: 3_990_000n }),
  stock: new AppError('PLAN_NOT_AVAILABLE', { productId: 'a', alternatives: ['b'] }),
};
