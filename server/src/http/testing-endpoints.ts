import { ServerSummary } from '@boreal/contract/servers.ts';
import { z } from 'zod';
import { AppError, notFound } from '../kit/errors.ts';
import { document, endpoint, list } from '../door/define-endpoint.ts';
import type { Endpoint } from '../door/endpoint.ts';
import { ServerPath } from '../door/own-server.ts';
import { PageQuery } from '../door/pages.ts';

const row = { group: 'Servers', needs: 'servers.read', limit: 1000 } as const;
const owns = async (_ctx: unknown, id: string) => {
  if (id !== 'srv_mine') throw notFound('server');
};
const Note = z.strictObject({ title: z.string().max(5), tags: z.array(z.object({ n: z.int() })).optional() });
export const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, secret: 'inner' }));

/** Endpoints that try the door, each of one kind. */
export const endpoints: readonly Endpoint[] = [
  document('/v1/availability', {
    ...row,
    name: 'availability',
    summary: '',
    auth: 'none',
    source: 'availability',
    cacheControl: 'public, max-age=60',
    crossOrigin: true,
    answer: z.unknown(),
  }),
  document('/v1/stock', {
    ...row,
    name: 'stock',
    summary: '',
    auth: 'key',
    source: 'availability',
    cacheControl: 'no-store',
    crossOrigin: false,
    answer: z.unknown(),
  }),
  list(
    '/v1/things',
    { ...row, name: 'things', summary: '', takes: { query: PageQuery }, of: z.object({ id: z.string() }) },
    async () => items,
  ),
  endpoint(
    'GET',
    '/v1/whoami',
    { ...row, limit: 3, name: 'whoami', summary: '', takes: {}, data: z.object({ account: z.string(), actor: z.string() }) },
    async (ctx) => ({
      account: ctx.accountId,
      actor: `${ctx.actor.type} ${ctx.actor.name} ${ctx.requestId !== null}`,
    }),
  ),
  endpoint(
    'POST',
    '/servers',
    { ...row, name: 'post', summary: '', takes: { body: Note }, status: 201, data: z.object({ title: z.string() }) },
    async (_ctx, { body }) => body,
  ),
  endpoint(
    'GET',
    '/servers/:id',
    {
      ...row,
      name: 'get',
      summary: '',
      takes: { params: ServerPath, query: z.object({ n: z.coerce.number().optional() }) },
      owns,
      data: z.string(),
    },
    async (_ctx, r) => r.params.id,
  ),
  endpoint(
    'POST',
    '/servers/:id/actions',
    { ...row, name: 'act', summary: '', takes: { params: ServerPath, body: Note }, owns, data: z.string() },
    async (ctx, r) => {
      await owns(ctx, r.params.id);
      throw failures[r.body.title] ?? new Error('no such failure');
    },
  ),
  endpoint('GET', '/v1/broken', { ...row, name: 'broken', summary: '', takes: {}, data: z.string() }, async () => {
    throw new Error('inner secret words');
  }),
  endpoint('GET', '/v1/misshapen', { ...row, name: 'misshapen', summary: '', takes: {}, data: ServerSummary }, async () =>
    JSON.parse('{"id":1}'),
  ),
  endpoint(
    'DELETE',
    '/v1/things',
    { ...row, name: 'deleteThing', summary: '', takes: { query: z.object({ id: z.string() }) }, data: z.string() },
    async (_ctx, r) => r.query.id,
  ),
  document('/v1/once', {
    ...row,
    limit: 1,
    name: 'once',
    summary: '',
    auth: 'none',
    source: 'availability',
    cacheControl: 'no-store',
    crossOrigin: true,
    answer: z.unknown(),
  }),
];
const failures: Record<string, AppError> = {
  state: new AppError('INVALID_STATE', { action: 'stop', currentStatus: 'STOPPED', allowedActions: ['start', 'hibernate'] }),
  money: new AppError('INSUFFICIENT_CREDITS', { requiredMicros: 3_990_001n, balanceMicros: 1_209_999n }),
  cap: new AppError('BUDGET_CAP_REACHED', { cap: 'account month', requiredMicros: 3_990_000n }),
  stock: new AppError('PLAN_NOT_AVAILABLE', { productId: 'a', alternatives: ['b'] }),
};
