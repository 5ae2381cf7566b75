import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { shapeOf, type Step } from './walk-record.ts';

/** Who walks, and through which cloud: the real one or the double. */
export interface Walked {
  /** With `/v3`. */
  readonly authUrl: string;
  readonly users: Readonly<
    Record<'admin' | 'demo', { readonly name: string; readonly password: string; readonly project: { readonly name: string } }>
  >;
  readonly image: string;
  readonly network: string;
  readonly externalNetwork: string;
  readonly flavor: string;
  readonly zone: string;
  /** All the GPUs of a host; the cloud has two. */
  readonly gpuFlavor: string;
  readonly gpuZone: string;
  readonly lookEveryMs: number;
  /** Where what is under way would be over before one has asked for the next. */
  readonly hold?: () => void;
  readonly goOn?: () => void;
}

export type Who = 'admin' | 'demo';
export type Service = 'compute' | 'network' | 'image' | 'volumev3' | 'placement';

const VERSIONS: Partial<Record<Service, string>> = { compute: 'compute 2.93', placement: 'placement 1.39', volumev3: 'volume 3.70' };
const WAIT_MS = 300_000;
const Server = z.object({ server: z.object({ status: z.string(), 'OS-EXT-STS:task_state': z.string().nullable() }) });

/** How a walk asks a cloud, waits for it, and writes down what it says. */
export async function startWalk(cloud: Walked) {
  const steps: Step[] = [];
  const sessions = { admin: await signIn(cloud, 'admin'), demo: await signIn(cloud, 'demo') };

  async function ask(who: Who, service: Service, what: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    const [method = 'GET', path = ''] = what.split(' ');
    const { token, urls } = sessions[who];
    const version = VERSIONS[service];
    const answer = await fetch(`${urls[service]}${path}`, {
      method,
      headers: {
        'X-Auth-Token': token,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(version && { 'OpenStack-API-Version': version }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: parsed(text), text };
  }

  /** One step that is written down. */
  async function step(name: string, who: Who, service: Service, what: string, body?: unknown, headers?: Readonly<Record<string, string>>) {
    const answer = await ask(who, service, what, body, headers);
    steps.push({ name, status: answer.status, shape: shapeOf(answer.body) });
    return answer;
  }

  const idIn = (answer: { readonly body: unknown; readonly text: string }, key: string) => {
    const found = z.record(z.string(), z.unknown()).parse(answer.body)[key];
    return z.object({ id: z.string() }, { error: () => answer.text }).parse(found).id;
  };

  async function named(who: Who, service: Service, path: string, key: string, name: string): Promise<string> {
    const { body } = await ask(who, service, `GET ${path}`);
    const all = z.array(z.object({ id: z.string(), name: z.string().nullish() })).parse(z.record(z.string(), z.unknown()).parse(body)[key]);
    const found = all.find((each) => each.name === name);
    assert.ok(found, `there is no ${name} in ${path}`);
    return found.id;
  }

  async function until(what: string, look: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + WAIT_MS;
    while (!(await look())) {
      assert.ok(performance.now() < end, `not within five minutes: ${what}`);
      await sleep(cloud.lookEveryMs);
    }
  }

  const rests = (id: string, status: string) =>
    until(`${id} is ${status}`, async () => {
      const { server } = Server.parse((await ask('demo', 'compute', `GET /servers/${id}`)).body);
      assert.ok(status === 'ERROR' || server.status !== 'ERROR', `${id} has failed`);
      return server.status === status && server['OS-EXT-STS:task_state'] === null;
    });
  const isGone = (who: Who, service: Service, path: string) =>
    until(`${path} is gone`, async () => (await ask(who, service, `GET ${path}`)).status === 404);

  return { steps, ask, step, idIn, named, until, rests, isGone };
}

const Token = z.object({
  token: z.object({
    catalog: z.array(z.object({ type: z.string(), endpoints: z.array(z.object({ interface: z.string(), url: z.string() })) })),
  }),
});

async function signIn({ authUrl, users }: Walked, who: Who) {
  const { name, password, project } = users[who];
  const domain = { id: 'default' };
  const identity = { methods: ['password'], password: { user: { name, domain, password } } };
  const body = JSON.stringify({ auth: { identity, scope: { project: { name: project.name, domain } } } });
  const answer = await fetch(`${authUrl}/auth/tokens`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  assert.equal(answer.status, 201, await answer.clone().text());
  const { token } = Token.parse(await answer.json());
  const urls = Object.fromEntries(
    token.catalog.map(({ type, endpoints }) => [type, endpoints.find((each) => each.interface === 'public')?.url.replace(/\/$/, '') ?? '']),
  );
  return { token: answer.headers.get('x-subject-token') ?? '', urls };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? undefined : text;
  }
}
