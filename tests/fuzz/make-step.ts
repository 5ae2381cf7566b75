import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../server/src/kit/clock.ts';
import { sharedRefusals } from '../testing/refused-bodies.ts';
import { bodies, headers as oddHeaders, paths, rawRequests, texts } from './attacks.ts';
import { SITE_URL, tenants, type Tenant } from './fuzz-world.ts';
import type { Json } from './json.ts';
import type { Memory, Owner } from './memory.ts';
import { posts } from './people.ts';
import type { Random } from './random.ts';
import { toolMessage } from './agent-messages.ts';
import { nameOf, type Ask, type Reader, type Step } from './step.ts';
import type { Door, Target } from './targets.ts';
import { remembered, soundObject, spoilt, type Values } from './values.ts';

/** What the next step is made of. */
export interface Maker {
  readonly random: Random;
  readonly memory: Memory;
  readonly targets: readonly Target[];
  /** Requests to make soon because of an answer, such as the confirmation of a quote. */
  readonly followUps: Ask[];
  /** The latest requests, to be sent again. */
  readonly lately: Ask[];
}

type Kind = Door | 'raw' | 'elsewhere' | 'again' | 'pass' | 'settle' | 'tend';
interface Often {
  readonly weight: number;
  readonly kind: Kind;
}

/** How often each door is tried, and how often time passes. */
const KINDS: readonly [Often, ...Often[]] = [
  { weight: 30, kind: 'rest' },
  { weight: 24, kind: 'member' },
  { weight: 12, kind: 'operator' },
  { weight: 20, kind: 'agents' },
  { weight: 3, kind: 'person' },
  { weight: 1.2, kind: 'stranger' },
  { weight: 2.5, kind: 'auth' },
  { weight: 1, kind: 'file' },
  { weight: 2.5, kind: 'site' },
  { weight: 1, kind: 'news' },
  { weight: 1, kind: 'raw' },
  { weight: 1, kind: 'elsewhere' },
  { weight: 2, kind: 'again' },
  { weight: 0.9, kind: 'pass' },
  { weight: 1.6, kind: 'settle' },
  { weight: 0.6, kind: 'tend' },
];

export function makeStep(n: number, maker: Maker): Step {
  const { random } = maker;
  const next = random.chance(0.4) ? maker.followUps.shift() : undefined;
  if (next) return { ...next, n };
  const { kind } = random.weighted(KINDS);
  switch (kind) {
    case 'raw':
      return { n, do: 'raw', bytes: random.pick(rawRequests) };
    case 'pass':
      return { n, do: 'pass', ...aWhile(random) };
    case 'settle':
    case 'tend':
      return { n, do: kind };
    case 'elsewhere':
      return elsewhere(n, maker);
    case 'again': {
      const again = random.pickAny(maker.lately);
      return again ? { ...again, n, headers: { ...again.headers, 'x-forwarded-for': address(n) } } : elsewhere(n, maker);
    }
    default: {
      const target = chooseTarget(
        maker.targets.filter(({ door }) => door === kind),
        random,
      );
      return target ? ask(n, target, maker) : elsewhere(n, maker);
    }
  }
}

function aWhile(random: Random): { ms: number; tickMs: number } {
  const of = random.fraction();
  if (of < 0.75) return { ms: MINUTE_MS * (1 + random.below(10)), tickMs: 2 * MINUTE_MS };
  if (of < 0.96) return { ms: MINUTE_MS * (10 + random.below(170)), tickMs: 20 * MINUTE_MS };
  return of < 0.995
    ? { ms: HOUR_MS * (3 + random.below(40)), tickMs: 4 * HOUR_MS }
    : { ms: DAY_MS * (2 + random.below(4)), tickMs: DAY_MS };
}

/** Writes more often than they are many, and what ends things less often. */
function chooseTarget(from: readonly Target[], random: Random): Target | undefined {
  const [first, ...rest] = from.map((target) => ({ target, weight: weightOf(target) }));
  return first === undefined ? undefined : random.weighted([first, ...rest]).target;
}

function weightOf({ method, path, tool, name }: Target): number {
  const ends =
    method === 'DELETE' || tool?.effect === 'destructive' || /suspend|sign-out|revoke-others|change-password|two-factor/.test(path);
  if (ends) return 0.4;
  const makes = method === 'POST' || tool?.effect === 'write' || tool?.spends;
  if (/createServer$|svc_create_server$/.test(name)) return 5;
  return makes ? 1.6 : 0.8;
}

function ask(n: number, target: Target, maker: Maker): Step {
  const { random, memory } = maker;
  const tenant = random.chance(0.75) ? 'alice' : 'bob';
  const caller = callerOf(target, { random, memory, tenant });
  const values: Values = { random, memory, owner: caller.owner, n };
  const isOdd = random.chance(0.25);
  const url = urlOf(target, values, { isOdd, tenant });
  const made: Ask = {
    do: 'ask',
    target: target.name,
    reader: readerOf(url, caller),
    method: target.method,
    url,
    headers: {
      'x-forwarded-for': random.chance(0.97) ? address(n) : '203.0.113.77',
      ...(target.method !== 'GET' && target.door !== 'agents' && { origin: SITE_URL }),
      ...caller.headers,
      ...(random.chance(0.15) && { 'accept-language': 'fr' }),
      ...(target.method === 'POST' && random.chance(0.15) && { 'idempotency-key': `key-${random.below(40)}` }),
    },
    body: null,
  };
  const full = withBody(made, target, values, isOdd);
  const odd = isOdd && random.chance(0.4) ? oddly(full, random) : full;
  return {
    ...odd,
    n,
    ...(random.chance(0.02) && { bySocket: true as const }),
    ...(target.method !== 'GET' && random.chance(0.03) && { times: 2 + random.below(3) }),
  };
}

/** Another address for each step, so that a limit is met only where one is sought. */
export function address(n: number): string {
  return `100.${64 + ((n >> 16) & 63)}.${(n >> 8) & 255}.${n & 255}`;
}

function callerOf(
  target: Target,
  { random, memory, tenant }: { random: Random; memory: Memory; tenant: Tenant },
): { owner: Owner; headers: Record<string, string> } {
  const nobody = { owner: 'house', headers: {} } as const;
  const person = (name: string) => ({
    owner: posts.find((post) => post.name === name)?.account ?? ('house' as const),
    headers: { cookie: nameOf(`cookie.${name}`) },
  });
  const key = (kind: string) => ({ owner: tenant, headers: { authorization: `Bearer ${nameOf(`${tenant}.${kind}`)}` } });
  switch (target.door) {
    case 'rest':
      if (random.chance(0.02)) return nobody;
      return key(random.chance(0.9) ? 'rest' : random.pick(['rest-reading', 'mcp']));
    case 'agents': {
      if (random.chance(0.02)) return nobody;
      const made = random.chance(0.15) ? memory.find({ name: 'key' }).findLast(({ written }) => typeof written === 'string') : undefined;
      if (made) return { owner: made.owner, headers: { authorization: `Bearer ${made.written}` } };
      return key(random.chance(0.8) ? 'mcp' : random.pick(['mcp-reading', 'mcp-bare', 'rest']));
    }
    case 'operator':
      return random.chance(0.9) ? person('operator') : random.chance(0.8) ? person(random.pick(posts).name) : nobody;
    case 'member':
    case 'file':
      if (target.path.includes('/operator/')) return person(random.chance(0.8) ? 'operator' : random.pick(posts).name);
      if (random.chance(0.1)) return random.chance(0.3) ? nobody : person(random.pick(posts).name);
      if (tenant === 'bob') return person('bob.owner');
      return person(random.chance(0.7) ? 'alice.owner' : random.pick(['alice.billing', 'alice.developer', 'alice.viewer']));
    case 'person':
    case 'auth':
      return random.chance(0.15) ? nobody : person(random.pick(posts).name);
    case 'stranger':
    case 'site':
    case 'news':
      return random.chance(0.8) ? nobody : person(random.pick(posts).name);
  }
}

/** The account concerned: the one in the path, else the caller's. */
function readerOf(url: string, { owner, headers }: { owner: Owner; headers: Readonly<Record<string, string>> }): Reader {
  if (headers['cookie'] === nameOf('cookie.operator')) return 'operator';
  const named = tenants.find((tenant) => url.includes(nameOf(`${tenant}.account.id`)));
  if (named) return named;
  return owner === 'house' ? 'nobody' : owner;
}

function urlOf(target: Target, values: Values, { isOdd, tenant }: { isOdd: boolean; tenant: Tenant }): string {
  const { random, owner } = values;
  const parts = target.path.split('/');
  const path = parts.map((part, place) => {
    if (!part.startsWith(':')) return part;
    const name = part.slice(1);
    const before = parts[place - 1] ?? '';
    if (isOdd && random.chance(0.15)) return encodeURIComponent(random.pick(texts).toWellFormed()) || '%20';
    if (name === 'accountId' && target.door !== 'operator') {
      const whose = owner === 'house' ? tenant : random.chance(0.93) ? owner : random.pick(tenants);
      return nameOf(`${whose}.account.id`);
    }
    const found = remembered({ name: name === 'id' ? singular(before) : name, after: before }, values);
    return found === null
      ? 'none'
      : typeof found === 'string' && !found.startsWith('@@')
        ? encodeURIComponent(found.toWellFormed())
        : String(found);
  });
  return path.join('/') + queryOf(target, values, isOdd);
}

/** The field that would hold such an id: `serverId` of `servers`. */
function singular(segment: string): string {
  if (segment === 'ssh-keys') return 'sshKeyId';
  return `${segment.replace(/s$/, '')}Id`;
}

function queryOf({ query }: Target, values: Values, isOdd: boolean): string {
  if (query === null || values.random.chance(0.3)) return isOdd && values.random.chance(0.1) ? '?a=1&a=2&__proto__=x&%00' : '';
  const sound = soundObject(query, values);
  const asked = isOdd ? spoilt(sound, query, values) : sound;
  const pairs = Object.entries(asked).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${encodeURIComponent(name.toWellFormed())}=${text.startsWith('@@') ? text : encodeURIComponent(text.toWellFormed())}`;
  });
  return pairs.length === 0 ? '' : `?${pairs.slice(0, 6).join('&').slice(0, 6000)}`;
}

function withBody(made: Ask, target: Target, values: Values, isOdd: boolean): Ask {
  const { random } = values;
  const typed = (text: string, type = 'application/json'): Ask => ({
    ...made,
    headers: { ...made.headers, 'content-type': type },
    body: text,
  });
  if (target.door === 'news') return typed(news(values), 'application/json');
  if (target.tool) {
    const sound = target.body ? soundObject(target.body, values) : {};
    const args = isOdd && target.body ? spoilt(sound, target.body, values) : sound;
    const { body, headers } = toolMessage(target.tool.name, args, { random, n: values.n, isOdd });
    return { ...typed(body), headers: { ...made.headers, 'content-type': 'application/json', ...headers } };
  }
  if (target.body === null) return target.method === 'POST' && random.chance(0.3) ? typed(isOdd ? random.pick(bodies) : '{}') : made;
  const sound = soundObject(target.body, values);
  if (!isOdd) return typed(JSON.stringify(sound));
  if (random.chance(0.2)) return typed(random.pick(bodies));
  if (random.chance(0.1)) return refusedBody(typed(''), sound, random);
  return typed(JSON.stringify(spoilt(sound, target.body, values)));
}

/** One of the bodies that a walk through every operation tries, too. */
function refusedBody(made: Ask, good: Readonly<Record<string, Json>>, random: Random): Ask {
  const refused = random.pickAny(sharedRefusals(good));
  const headers = { ...made.headers };
  for (const [name, value] of Object.entries(refused?.headers ?? {})) {
    if (value === null) delete headers[name];
    else headers[name] = value;
  }
  return { ...made, headers, body: refused?.text ?? null };
}

/** What a payment provider might post: signed rightly or not, about what is and what is not. */
function news({ random, n }: Values): string {
  const type = random.pick([
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'setup_intent.succeeded',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.closed',
    'customer.created',
    'nonsense',
  ]);
  const id = random.chance(0.7) ? nameOf(`charge.${random.below(10)}`) : random.pick(texts);
  if (random.chance(0.15)) return random.pick(bodies);
  return JSON.stringify({
    id: `evt_${random.chance(0.8) ? n : 1}`,
    object: 'event',
    type,
    api_version: '2026-01-01',
    created: 1_796_000_000,
    data: { object: { id, object: 'x', payment_intent: id } },
  });
}

/** Headers that nobody needs, and methods that nobody has. */
function oddly(made: Ask, random: Random): Ask {
  const headers = { ...made.headers };
  for (let times = 1 + random.below(2); times > 0; times -= 1) {
    const [name, value] = random.pick(oddHeaders);
    headers[name] = value;
  }
  if (random.chance(0.15)) delete headers['origin'];
  const method = random.chance(0.1) ? random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'QUERY']) : made.method;
  return { ...made, method, headers };
}

function elsewhere(n: number, { random, targets }: Maker): Step {
  const known = random
    .pickAny(targets)
    ?.path.replaceAll(/:\w+/g, () => encodeURIComponent(random.pick(texts).toWellFormed()).slice(0, 2000));
  const url = random.chance(0.5) && known !== undefined ? known : random.pick(paths);
  const made: Ask = {
    do: 'ask',
    target: 'elsewhere',
    reader: 'nobody',
    method: random.pick(['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']),
    url,
    headers: { 'x-forwarded-for': address(n), ...(random.chance(0.5) && { accept: 'text/html' }) },
    body: null,
  };
  return { ...(random.chance(0.5) ? oddly(made, random) : made), n, bySocket: true };
}
