import { z } from 'zod';
import { addMs, SECOND_MS } from '../../../kit/clock.ts';
import { jsonOf, Refusal, type Answer, type Call, type Caller, type Service } from './double-http.ts';
import { newPlainId, now, type Project, type User } from './double-world.ts';

export interface Credential {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  readonly user: User;
}

export interface Identity {
  readonly service: Service;
  callerOf(token: string | undefined): Caller | null;
  /** Every token that was given out is refused from now on. */
  revokeAll(): void;
  /** How many times somebody signed in. */
  signIns(): number;
}

export interface IdentityOptions {
  readonly users: readonly User[];
  readonly projects: readonly Project[];
  readonly credentials: readonly Credential[];
  readonly tokenSeconds: number;
  readonly region: string;
  /** Catalog type, service name and where it is, without the project. */
  readonly catalog: () => readonly { type: string; name: string; url: (projectId: string) => string }[];
}

const Ref = z.object({ id: z.string().optional(), name: z.string().optional() });
const Auth = z.object({
  auth: z.object({
    identity: z.object({
      methods: z.array(z.string()),
      password: z.object({ user: z.object({ ...Ref.shape, password: z.string() }) }).optional(),
      application_credential: z.object({ ...Ref.shape, user: Ref.optional(), secret: z.string() }).optional(),
    }),
    scope: z.object({ project: Ref.optional() }).optional(),
  }),
});
const DOMAIN = { id: 'default', name: 'Default' };
const WRONG = 'The request you have made requires authentication.';

/** Keystone: passwords and application credentials, tokens of a project. */
export function createIdentity(options: IdentityOptions): Identity {
  const tokens = new Map<string, { readonly caller: Caller; readonly expiresAt: Date }>();
  let signIns = 0;

  function signIn(call: Call): Answer {
    const asked = Auth.safeParse(jsonOf(call));
    if (!asked.success) throw new Refusal(400, 'Expecting to find auth in request body.');
    const { identity, scope } = asked.data.auth;
    const user = identity.password ? withPassword(identity.password.user) : withCredential(identity.application_credential);
    const project = identity.password ? scope?.project : user?.project;
    if (!user || (project && user.project.id !== project.id && user.project.name !== project.name)) throw new Refusal(401, WRONG);
    signIns += 1;
    const token = newPlainId() + newPlainId();
    const issuedAt = now();
    const expiresAt = addMs(issuedAt, options.tokenSeconds * SECOND_MS);
    tokens.set(token, { caller: { user, token }, expiresAt });
    const body = {
      methods: identity.methods,
      user: { domain: DOMAIN, id: user.id, name: user.name, password_expires_at: null },
      audit_ids: [newPlainId().slice(0, 22)],
      expires_at: withMicros(expiresAt),
      issued_at: withMicros(issuedAt),
      ...(project && {
        project: { domain: DOMAIN, id: user.project.id, name: user.project.name },
        is_domain: false,
        roles: rolesOf(user),
        catalog: catalogOf(user.project.id),
      }),
    };
    return { status: 201, body: { token: body }, headers: { 'X-Subject-Token': token, Vary: 'X-Auth-Token' } };
  }

  function withPassword(given: { id?: string | undefined; name?: string | undefined; password: string }): User | undefined {
    return options.users.find(({ id, name, password }) => (id === given.id || name === given.name) && password === given.password);
  }

  function withCredential(given: { id?: string | undefined; name?: string | undefined; secret: string } | undefined): User | undefined {
    if (!given) throw new Refusal(401, WRONG);
    return options.credentials.find(({ id, name, secret }) => (id === given.id || name === given.name) && secret === given.secret)?.user;
  }

  function catalogOf(projectId: string) {
    return options.catalog().map(({ type, name, url }) => ({
      id: newPlainId(),
      type,
      name,
      endpoints: ['admin', 'internal', 'public'].map((side) => ({
        id: newPlainId(),
        interface: side,
        region: options.region,
        region_id: options.region,
        url: url(projectId),
      })),
    }));
  }

  const service: Service = {
    name: 'identity',
    open(call) {
      if (call.method === 'POST' && call.path === '/v3/auth/tokens') return signIn(call);
      if (call.method === 'GET' && call.path === '/v3') return { status: 200, body: { version: VERSION } };
      if (call.method === 'GET' && call.path === '/') return { status: 300, body: { versions: { values: [VERSION] } } };
      return null;
    },
    routes: {
      'GET /v3/auth/catalog': ({ caller }) => ({ status: 200, body: { catalog: catalogOf(caller.user.project.id) } }),
      'GET /v3/auth/projects': ({ caller: { user } }) => ({
        status: 200,
        body: { projects: [{ ...user.project, domain_id: 'default', enabled: true }] },
      }),
    },
    refusal: ({ status, message }) => ({ error: { code: status, message, title: status === 401 ? 'Unauthorized' : 'Bad Request' } }),
  };
  return {
    service,
    callerOf(token) {
      const known = token === undefined ? undefined : tokens.get(token);
      return known && now() < known.expiresAt ? known.caller : null;
    },
    revokeAll: () => tokens.clear(),
    signIns: () => signIns,
  };
}

const VERSION = { id: 'v3.14', status: 'stable', updated: '2020-04-07T00:00:00Z', links: [], 'media-types': [] };

/** Who has a role has those that it implies. */
const IMPLIED = { admin: ['admin', 'member', 'reader'], member: ['member', 'reader'], reader: ['reader'] } as const;

function rolesOf({ role }: User) {
  return IMPLIED[role].map((name) => ({ id: newPlainId(), name }));
}

function withMicros(at: Date): string {
  return `${at.toISOString().slice(0, 19)}.000000Z`;
}
