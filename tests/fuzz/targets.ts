import { z } from 'zod';
import * as files from '../../contract/api/console-files.ts';
import type { Ctx } from '../../server/src/core/ground/ctx.ts';
import type { Endpoint } from '../../server/src/door/endpoint.ts';
import { isOptional } from '../../server/src/door/read-request.ts';
import { endpoints } from '../../server/src/http/endpoints.ts';
import { tools } from '../../server/src/mcp/tools.ts';
import type { Tool } from '../../server/src/mcp/tool.ts';
import type { Payments } from '../../server/src/payments/port.ts';
import { pagePaths } from '../../server/src/site/pages.ts';
import { authRoutes, type AuthRoute } from '../../server/src/web/auth/auth-routes.ts';
import { chargesRoutes } from '../../server/src/web/charges.routes.ts';
import { customerEndpoints, operatorEndpoints } from '../../server/src/web/console-tables.ts';
import { personRoutes } from '../../server/src/web/person.routes.ts';
import { proofRoutes } from '../../server/src/web/proof.routes.ts';
import type { ProofParts } from '../../server/src/web/sessions/prove-again.ts';
import { strangerRoutes } from '../../server/src/web/stranger.routes.ts';
import { readSchema, type Schema } from '../testing/api-document.ts';

export type Door = 'rest' | 'member' | 'person' | 'stranger' | 'operator' | 'file' | 'auth' | 'agents' | 'site' | 'news';

/** What a row of a table says that a judge must know; of no context, so that all tables are alike. */
export type TableRow = Pick<
  Endpoint,
  'method' | 'path' | 'name' | 'needs' | 'answer' | 'status' | 'errors' | 'statuses' | 'takes' | 'auth' | 'tellsSecret' | 'opensWayIn'
> & {
  readonly work: { readonly kind: 'operation' | 'document' };
};

/** Something that can be requested: everything that is served, read from the tables that serve it. */
export interface Target {
  readonly name: string;
  readonly door: Door;
  readonly method: string;
  /** From the root, with its parameters' names: `/api/servers/:id`. */
  readonly path: string;
  readonly query: Schema | null;
  readonly body: Schema | null;
  readonly bodyIsOptional: boolean;
  readonly row: TableRow | null;
  readonly tool: Tool | null;
}

export function listTargets({ payments, proof }: { payments: Payments; proof: ProofParts }): readonly Target[] {
  const stranger = strangerRoutes({ makeLink: () => Promise.reject(new Error('nothing is sent from a table')) });
  const account = '/api/console/accounts/:accountId';
  return [
    ...endpoints.map((row): Target => fromRow('rest', '/api', row)),
    ...customerEndpoints.map((row) => fromRow('member', account, row)),
    ...chargesRoutes({ payments }).map((row) => fromRow('member', account, row)),
    ...stranger.map((row) => fromRow('stranger', '/api/console', row)),
    ...[...personRoutes, ...proofRoutes(proof)].map((row) => fromRow('person', '/api/console', row)),
    ...operatorEndpoints.map((row) => fromRow('operator', '/api/console/operator', row)),
    ...Object.values(files).map(({ scope, path }) => file(scope, `${scope === 'operator' ? '/api/console/operator' : account}${path}`)),
    ...authRoutes.map(fromAuth),
    ...tools.map(fromTool),
    ...[...pagePaths(['l4', 'h100-sxm']), ...pagePaths(['l4']).map((path) => `/fr${path === '/' ? '' : path}`), ...PLACES].map(page),
    ...MAIL_PAGES.flatMap((path) => [path, `/fr${path}`]).flatMap((path) => [mailPage('GET', path), mailPage('POST', path)]),
    { ...bare, name: 'news of the payment provider', door: 'news', method: 'POST', path: '/api/webhooks/stripe' },
  ];
}

/** What is there beside the site's pages. */
const PLACES = [
  '/sitemap.xml',
  '/robots.txt',
  '/cli/boreal-cli',
  '/cli/boreal-cli.sha256',
  '/sdk/boreal-sdk.tgz',
  '/sdk/boreal-sdk.tgz.sha256',
  '/favicon.ico',
  '/favicon.svg',
  '/logo.svg',
  '/llms.txt',
  '/.well-known/mcp.json',
  '/.well-known/security.txt',
  '/api/mcp/server-card',
  '/healthz',
  '/readyz',
  '/console',
  '/console/servers',
  '/operator',
  '/login',
  '/signup',
  '/sign-in/google',
  '/sign-in/nobody',
  '/verify-email',
  '/reset-password',
  '/invitation',
  '/stop-stock-alerts',
  '/serial-console',
  '/serial-console/socket',
  '/serial-console/nothing.js',
  '/console-assets/nothing.js',
] as const;

/** Where the links in mails lead, and the form of the status page. */
const MAIL_PAGES = ['/status/subscribe', '/status/confirm', '/stop-mail'] as const;

const bare = { query: null, body: null, bodyIsOptional: false, row: null, tool: null } as const;

function fromRow<C extends Ctx>(door: Door, prefix: string, row: Endpoint<C>): Target {
  const { method, path, name, needs, answer, status, errors, statuses, takes, auth, tellsSecret, opensWayIn, work } = row;
  return {
    ...bare,
    name: `${door} ${name}`,
    door,
    method,
    path: `${prefix}${path}`,
    query: takes.query ? schemaOf(takes.query) : null,
    body: takes.body ? schemaOf(takes.body) : null,
    bodyIsOptional: takes.body ? isOptional(takes.body) : false,
    row: { method, path, name, needs, answer, status, errors, statuses, takes, auth, tellsSecret, opensWayIn, work },
  };
}

/** What one or another of the files reads. */
const FILE_FIELDS = ['from', 'to', 'language', 'by', 'per', 'action', 'target', 'accountId', 'search', 'type'] as const;

function file(scope: string, path: string): Target {
  const query = { type: 'object', properties: Object.fromEntries(FILE_FIELDS.map((field) => [field, { type: 'string' }])) };
  return { ...bare, name: `${scope} file ${path}`, door: 'file', method: 'GET', path, query };
}

function fromAuth({ method, path, body, query }: AuthRoute): Target {
  return {
    ...bare,
    name: `auth ${path}`,
    door: 'auth',
    method,
    path: `/api/auth${path}`,
    query: query ? schemaOf(query) : null,
    body: body ? schemaOf(body) : null,
  };
}

function fromTool(tool: Tool): Target {
  return { ...bare, name: `tool ${tool.name}`, door: 'agents', method: 'POST', path: '/api/mcp', body: schemaOf(tool.input), tool };
}

function page(path: string): Target {
  return { ...bare, name: `page ${path}`, door: 'site', method: 'GET', path };
}

function schemaOf(shape: z.ZodType): Schema {
  return readSchema(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }));
}

function mailPage(method: 'GET' | 'POST', path: string): Target {
  const field = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
  return {
    ...bare,
    name: `${method} of mail ${path}`,
    door: 'site',
    method,
    path,
    query: field('token'),
    body: method === 'POST' ? field('email') : null,
    bodyIsOptional: true,
  };
}
