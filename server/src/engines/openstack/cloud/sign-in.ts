import { z } from 'zod';
import { addMs, MINUTE_MS, type Clock } from '../../../kit/clock.ts';
import { errorIn } from './cloud-answers.ts';
import type { CloudSettings } from './cloud-settings.ts';
import { CloudUnusable } from './cloud-errors.ts';
import { projectNames, services, type CatalogService } from './cloud-services.ts';
import type { CloudTransport } from './cloud-transport.ts';

/** Our identity in the cloud, and its services' addresses. */
export interface Session {
  readonly token: string;
  readonly projectId: string;
  readonly roles: readonly string[];
  /** The cloud's clock minus ours, at sign-in. */
  readonly skewMs: number;
  /** Null if the cloud has no such service. */
  endpoint(service: CatalogService): URL | null;
}

export interface SignIn {
  /** A valid token; a new one if the current one ends soon. @throws CloudError · CloudUnreachable · CloudUnusable */
  session(signal: AbortSignal): Promise<Session>;
  /** The token was refused although it has not expired: the next call signs in again. */
  drop(token: string): void;
}

const ANSWER_MS = 10_000;
/** How long before its end a token is renewed; a short-lived one is renewed after half its life. */
const BEFORE_END_MS = 5 * MINUTE_MS;

const Endpoint = z.object({ interface: z.string(), region_id: z.string().nullish(), region: z.string().nullish(), url: z.string() });
const Token = z.object({
  token: z.object({
    expires_at: z.string(),
    issued_at: z.string(),
    project: z.object({ id: z.string() }).optional(),
    roles: z.array(z.object({ name: z.string() })).default([]),
    catalog: z.array(z.object({ type: z.string(), endpoints: z.array(Endpoint) })).default([]),
  }),
});
type Token = z.output<typeof Token>['token'];

export function createSignIn(
  settings: CloudSettings,
  { transport, clock }: { transport: CloudTransport; clock: Pick<Clock, 'wall'> },
): SignIn {
  let current: { session: Session; until: Date } | null = null;
  let underWay: Promise<Session> | null = null;

  async function signIn(): Promise<Session> {
    const url = new URL(`${identityUrl(settings.authUrl)}/auth/tokens`);
    const answer = await transport.request({
      method: 'POST',
      url,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(requestOf(settings)),
      // Many wait for the same token: none of them may abort it for the others.
      signal: AbortSignal.timeout(ANSWER_MS * 2),
      limitMs: ANSWER_MS,
    });
    if (answer.status !== 201) throw errorIn(answer, 'identity');
    const read = Token.safeParse(jsonOf(answer.body));
    const token = answer.headers['x-subject-token'];
    if (!read.success || typeof token !== 'string')
      throw new CloudUnusable(`What answers at ${settings.authUrl} is not keystone (identity v3). Look at OS_AUTH_URL.`);
    const skewMs = Date.parse(read.data.token.issued_at) - clock.wall().getTime();
    const session = sessionOf(read.data.token, { token, skewMs }, settings);
    current = { session, until: renewalOf(read.data.token, clock.wall()) };
    return session;
  }

  return {
    async session(signal) {
      if (current && clock.wall() < current.until) return current.session;
      underWay ??= signIn().finally(() => (underWay = null));
      return abortable(underWay, signal);
    },
    drop(token) {
      if (current?.session.token === token) current = null;
    },
  };
}

/** `OS_AUTH_URL` is given with and without its version. */
export function identityUrl(authUrl: string): string {
  const url = authUrl.replace(/\/+$/, '');
  return /\/v\d[\d.]*$/.test(url) ? url.replace(/\/v\d[\d.]*$/, '/v3') : `${url}/v3`;
}

/** By the token's lifetime, not by its end: our clock may differ from the cloud's. */
function renewalOf({ expires_at, issued_at }: Token, now: Date): Date {
  const lifeMs = Math.max(0, Date.parse(expires_at) - Date.parse(issued_at)) || BEFORE_END_MS;
  return addMs(now, Math.max(lifeMs / 2, lifeMs - BEFORE_END_MS));
}

function requestOf(settings: CloudSettings): unknown {
  const { identity } = settings;
  if (identity.method === 'application_credential') {
    const named = identity.id !== null ? { id: identity.id } : { name: identity.name, user: userOf(identity.user) };
    return {
      auth: { identity: { methods: ['application_credential'], application_credential: { ...named, secret: identity.secret } } },
    };
  }
  const { project } = identity;
  return {
    auth: {
      identity: { methods: ['password'], password: { user: { ...userOf(identity.user), password: identity.password } } },
      scope: { project: project.id !== null ? { id: project.id } : { name: project.name, domain: project.domain } },
    },
  };
}

function userOf(user: { id: string | null; name: string | null; domain: unknown }) {
  return user.id !== null ? { id: user.id } : { name: user.name, domain: user.domain };
}

function sessionOf(
  { project, roles, catalog }: Token,
  of: { token: string; skewMs: number },
  { region, endpointInterface, authUrl }: CloudSettings,
): Session {
  if (!project) throw new CloudUnusable(`The token of ${authUrl} is for no project. Name one: OS_PROJECT_NAME and OS_PROJECT_DOMAIN_NAME.`);
  const regions = new Set<string>();
  const urls = new Map<CatalogService, URL>();
  for (const name of keysOf(services)) {
    const entries = services[name].flatMap((type) => catalog.filter((entry) => entry.type === type));
    const offered = entries.flatMap(({ endpoints }) => endpoints).filter((endpoint) => endpoint.interface === endpointInterface);
    for (const endpoint of offered) regions.add(regionOf(endpoint));
    const url = offered.find((endpoint) => region === null || regionOf(endpoint) === region)?.url;
    if (url !== undefined) urls.set(name, rootOf(name, url));
  }
  if (region === null && regions.size > 1)
    throw new CloudUnusable(`The cloud has several regions: ${[...regions].join(', ')}. Choose one: OS_REGION_NAME.`);
  if (!urls.has('compute')) {
    const there = [...regions].join(', ') || 'none';
    throw new CloudUnusable(
      `The cloud offers no ${projectNames.compute} in the region ${region ?? '(any)'} with ${endpointInterface} endpoints; regions: ${there}. Look at OS_REGION_NAME and OS_INTERFACE.`,
    );
  }
  return { ...of, projectId: project.id, roles: roles.map(({ name }) => name), endpoint: (service) => urls.get(service) ?? null };
}

/** Services whose calls include the version. Some catalogs' URLs do, too, for clients that would not add it. */
const VERSIONED: readonly CatalogService[] = ['network', 'image'];

function rootOf(service: CatalogService, url: string): URL {
  const bare = url.replace(/\/+$/, '');
  return new URL(VERSIONED.includes(service) ? bare.replace(/\/v2(\.\d+)?$/, '') : bare);
}

function regionOf(endpoint: z.output<typeof Endpoint>): string {
  return endpoint.region_id ?? endpoint.region ?? '';
}

function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): K[] {
  const known = (key: string): key is K => key in table;
  return Object.keys(table).filter(known);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

/** Stops waiting when aborted; the work itself continues. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason);
    if (signal.aborted) return aborted();
    signal.addEventListener('abort', aborted, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });
}
