import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { SECOND_MS, type Clock } from '../../../kit/clock.ts';
import type { Log } from '../../../kit/log.ts';
import { createCircuit, type Circuit, type Silence } from '../../parts/circuit.ts';
import type { HttpAnswer } from '../../parts/http-answer.ts';
import { errorIn } from './cloud-answers.ts';
import { CloudError, CloudUnreachable, CloudUnusable, isNotFound } from './cloud-errors.ts';
import { microversions, projectNames, type CatalogService } from './cloud-services.ts';
import type { CloudSettings } from './cloud-settings.ts';
import { createCloudTransport, type CloudTrust } from './cloud-transport.ts';
import { createSignIn, identityUrl, type Session } from './sign-in.ts';
import { requireSpoken, unspokenVersion } from './unspoken-version.ts';

export interface Change {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The services of one region of a cloud, for one project. Paths are relative to a service's endpoint. Every call is bounded in time and
 * fails with CloudError (a refusal), CloudUnreachable (no answer) or CloudUnusable (the cloud is not as it must be). Reads are retried
 * automatically; changes are not, because they may have taken effect, unless the cloud said that they did not: the token has expired, or
 * there were too many requests.
 */
export interface CloudClient {
  read<T>(service: CatalogService, path: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<T>;
  /** The same; null if it does not exist. */
  find<T>(service: CatalogService, path: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<T | null>;
  /**
   * All pages of a list; `key` is its name in the answer. An item with an unknown shape does not hide the others: it is left out, and the
   * log names it. If the list must be `whole`, because anything missing would be made again, it fails. @throws CloudUnusable
   */
  list<T>(
    service: CatalogService,
    path: string,
    of: { readonly key: string; readonly shape: z.ZodType<T>; readonly whole?: true },
    signal: AbortSignal,
  ): Promise<T[]>;
  change<T>(service: CatalogService, change: Change, shape: z.ZodType<T>, signal: AbortSignal): Promise<T>;
  /** Removes something; succeeds if it was already gone. */
  remove(service: CatalogService, path: string, signal: AbortSignal): Promise<void>;
  /** Logs, once, an item whose shape is unknown. `key`: the list that contains it. */
  noteOdd(key: string, odd: OddThing): void;
  session(signal: AbortSignal): Promise<Session>;
  /** Whether the identity service answers, whatever it says. */
  answers(signal: AbortSignal): Promise<boolean>;
  /** The certificates to trust for every connection to the cloud, including ones to other than its services. */
  readonly trust: CloudTrust;
  close(): void;
}

/** An unreadable item from the cloud. */
export interface OddThing {
  readonly id: string;
  readonly name: string | null;
  /** What is odd about it. */
  readonly why: string;
}

/** Ten-second answers are normal. Callers have a shorter limit, or none because nobody waits. */
const ANSWER_MS = 60_000;
const READ_TRIES = 3;
const BUSY_TRIES = 4;
/** The longest wait if the cloud asks for a later retry. */
const RETRY_AFTER_MAX_SECONDS = 5;
/** No list has more pages; a cloud that links pages in a circle is not followed forever. */
const PAGES_MAX = 1000;
/** The most odd items to remember as already logged. */
const TOLD_MAX = 1000;

const silence: Silence = {
  isSilence: (error) => error instanceof CloudUnreachable,
  silent: (last) => new CloudUnreachable('The service has not answered for a while; it is asked again in some seconds.', { cause: last }),
};

const Labels = z.object({ id: z.string().catch(''), name: z.string().nullish().catch(null) }).catch({ id: '' });
const Page = z.record(z.string(), z.unknown());
const Links = z.array(z.object({ rel: z.string(), href: z.string() }));

export function createCloudClient(
  settings: CloudSettings,
  { clock, log }: { readonly clock: Pick<Clock, 'wall'>; readonly log?: Pick<Log, 'warn'> },
): CloudClient {
  const transport = createCloudTransport({ ca: settings.ca });
  const signIn = createSignIn(settings, { transport, clock });
  const circuits = new Map<CatalogService, Circuit>();
  const told = new Set<string>();

  /** One service that is down must not affect the others. */
  function circuitOf(service: CatalogService): Circuit {
    const circuit = circuits.get(service) ?? createCircuit(clock, silence);
    circuits.set(service, circuit);
    return circuit;
  }

  async function send(
    service: CatalogService,
    change: { method: string } & Omit<Change, 'method'>,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    for (let renewed = false; ; renewed = true) {
      const session = await signIn.session(signal);
      const base = session.endpoint(service);
      if (base === null)
        throw new CloudUnusable(`The cloud offers no ${projectNames[service]} in this region. Look at OS_REGION_NAME and OS_INTERFACE.`);
      const version = microversions[service];
      const answer = await circuitOf(service).run(() =>
        transport.request({
          method: change.method,
          url: new URL(`${base.href.replace(/\/$/, '')}${change.path}`),
          headers: {
            'X-Auth-Token': session.token,
            Accept: 'application/json',
            ...(change.body !== undefined && { 'Content-Type': 'application/json' }),
            ...(version && { 'OpenStack-API-Version': `${version.header} ${version.version}` }),
            ...change.headers,
          },
          ...(change.body !== undefined && { body: JSON.stringify(change.body) }),
          signal,
          limitMs: ANSWER_MS,
        }),
      );
      if (answer.status < 300) {
        if (version) requireSpoken(service, version, { url: base, headers: answer.headers });
        return answer;
      }
      if (answer.status === 406 && version) throw unspokenVersion(service, version.version, answer.body);
      if (answer.status !== 401 || renewed) throw errorIn(answer, service);
      // The token may have been revoked: nothing was done with it.
      signIn.drop(session.token);
    }
  }

  async function ask(
    service: CatalogService,
    change: { method: string } & Omit<Change, 'method'>,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await send(service, change, signal);
      } catch (error) {
        const ms = pauseBefore(error, { tries, reads: change.method === 'GET' });
        if (ms === null) throw error;
        await sleep(ms, undefined, { signal });
      }
    }
  }

  async function read<T>(service: CatalogService, path: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    return parsed(await ask(service, { method: 'GET', path }, signal), shape, service);
  }

  function noteOdd(key: string, { id, name, why }: OddThing): void {
    if (told.has(`${key} ${id}`)) return;
    if (told.size >= TOLD_MAX) told.clear();
    told.add(`${key} ${id}`);
    log?.warn({ list: key, id, name, why }, 'something in the cloud is of a shape that Boreal does not know, and is not looked at');
  }

  return {
    read,
    noteOdd,
    async find(service, path, shape, signal) {
      try {
        return await read(service, path, shape, signal);
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    async list(service, path, { key, shape, whole }, signal) {
      const found: z.output<typeof shape>[] = [];
      let at: string | null = path;
      for (let pages = 0; at !== null; pages += 1) {
        if (pages >= PAGES_MAX) throw new CloudUnusable(`The list ${path} of ${projectNames[service]} does not end.`);
        const page: Readonly<Record<string, unknown>> = await read(service, at, Page, signal);
        for (const item of z.array(z.unknown()).parse(page[key])) {
          const seen = shape.safeParse(item);
          if (seen.success) {
            found.push(seen.data);
            continue;
          }
          const { id, name = null } = Labels.parse(item);
          const odd = { id, name, why: z.prettifyError(seen.error) };
          if (whole)
            throw new CloudUnusable(`Among ${key}, ${projectNames[service]} tells of ${id} (${name}) what cannot be read: ${odd.why}`);
          noteOdd(key, odd);
        }
        at = nextPage(path, page, key);
      }
      return found;
    },
    async change(service, change, shape, signal) {
      return parsed(await ask(service, change, signal), shape, service);
    },
    async remove(service, path, signal) {
      try {
        await ask(service, { method: 'DELETE', path }, signal);
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    session: (signal) => signIn.session(signal),
    async answers(signal) {
      try {
        await transport.request({
          method: 'GET',
          url: new URL(identityUrl(settings.authUrl)),
          headers: {},
          signal,
          limitMs: 2 * SECOND_MS,
        });
        return true;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof CloudUnreachable) return false;
        throw error;
      }
    },
    trust: transport.trust,
    close: () => transport.close(),
  };
}

/** Milliseconds until a retry; null: no retry. */
function pauseBefore(error: unknown, { tries, reads }: { tries: number; reads: boolean }): number | null {
  if (error instanceof CloudUnreachable) return reads && tries < READ_TRIES ? tries * 50 + randomInt(100) : null;
  if (!(error instanceof CloudError) || tries >= BUSY_TRIES) return null;
  const { status, retryAfterSeconds } = error;
  // Too many requests: none of them was carried out. Cinder and old novas use 413.
  const refused = status === 429 || (status === 413 && retryAfterSeconds !== null);
  if (!refused && !(reads && (status === 502 || status === 503 || status === 504))) return null;
  const seconds = retryAfterSeconds ?? 0.2 * tries;
  return seconds > RETRY_AFTER_MAX_SECONDS ? null : seconds * SECOND_MS + randomInt(100);
}

function parsed<T>({ body }: HttpAnswer, shape: z.ZodType<T>, service: CatalogService): T {
  const text = body.toString();
  let json: unknown = null;
  try {
    json = text === '' ? null : JSON.parse(text);
  } catch (error) {
    throw new CloudUnreachable(`an answer of ${body.length} bytes that is not ${projectNames[service]}'s`, { cause: error });
  }
  return shape.parse(json);
}

/** Only the query of the next page's URL is used: behind a proxy, a service may not know its own public address. */
function nextPage(path: string, page: Readonly<Record<string, unknown>>, key: string): string | null {
  const links = Links.catch([]).parse(page[`${key}_links`]);
  const href = z.string().safeParse(page['next']).data ?? links.find(({ rel }) => rel === 'next')?.href;
  const query = href?.split('?')[1];
  return query === undefined ? null : `${path.split('?')[0]}?${query}`;
}
