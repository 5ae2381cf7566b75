import { z } from 'zod';
import { at, PASSWORD } from './config.ts';

/** The cloud's administrator, or somebody else, in one project. */
export interface CloudApi {
  /** What the answer holds; asked again while the service is not quite up. @throws Error: it was refused */
  ask(method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown): Promise<unknown>;
  /** Bytes of a file. */
  upload(url: string, bytes: Uint8Array): Promise<void>;
  /** Of a list, those with the name, and what else is asked of them. */
  find(url: string, key: string, name: string): Promise<string | null>;
}

const Found = z.record(z.string(), z.unknown());
const Named = z.array(z.looseObject({ id: z.union([z.string(), z.number()]).transform(String), name: z.string() }));

export async function signIn({ user, project }: { user: string; project: string }): Promise<CloudApi> {
  const domain = { id: 'default' };
  const identity = { methods: ['password'], password: { user: { name: user, domain, password: PASSWORD } } };
  const signedIn = await fetch(`${at('identity')}/v3/auth/tokens`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ auth: { identity, scope: { project: { name: project, domain } } } }),
  });
  const token = signedIn.headers.get('x-subject-token') ?? '';
  if (token === '') throw new Error(`keystone does not let ${user} in: ${await signedIn.text()}`);

  async function send(method: string, url: string, type: string, body?: string | Uint8Array): Promise<string> {
    const answer = await fetch(url, {
      method,
      // Cinder refuses a version that is not its own.
      headers: {
        'X-Auth-Token': token,
        'Content-Type': type,
        ...(url.startsWith(at('compute')) && { 'OpenStack-API-Version': 'compute 2.93' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
    return text;
  }

  async function ask(method: string, url: string, body?: unknown): Promise<unknown> {
    const text = await send(method, url, 'application/json', body === undefined ? undefined : JSON.stringify(body));
    return text === '' ? null : JSON.parse(text);
  }
  return {
    ask,
    upload: async (url, bytes) => void (await send('PUT', url, 'application/octet-stream', bytes)),
    async find(url, key, name) {
      const all = Named.parse(Found.parse(await ask('GET', url))[key]);
      return all.find((each) => each.name === name)?.id ?? null;
    },
  };
}

/** The id of what was made. */
export function idOf(answer: unknown, key?: string): string {
  const made = key === undefined ? answer : Found.parse(answer)[key];
  return z.object({ id: z.union([z.string(), z.number()]).transform(String) }).parse(made).id;
}
