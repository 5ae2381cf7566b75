import { createHash, randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { BackupError } from '../backup-error.ts';
import { passes, refusalOf, silenceOf } from './s3-error.ts';
import type { S3Settings } from './s3-settings.ts';
import { createS3Transport } from './s3-transport.ts';
import { textOf } from './s3-xml.ts';

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The object's path, without the prefix; omitted: the bucket itself. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
  /** The most attempts. */
  readonly tries?: number;
  /** Whether the other side may be silent for long, because it has much to do. */
  readonly isLong?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Sends the request anonymously. */
  readonly unsigned?: boolean;
}

/** Bytes in pieces, with their checksums: the signature covers `sha256`; buckets with object locking require `md5`. */
export interface S3Body {
  readonly pieces: readonly Buffer[];
  /** In hexadecimal. */
  readonly sha256: string;
  /** In base64. */
  readonly md5: string;
}

export interface S3Answer {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** Sends requests to one bucket. Every request may be repeated safely. */
export interface S3Client {
  readonly settings: S3Settings;
  /** Reads the whole answer. @throws S3Error · whatever the signal was aborted with */
  ask(request: S3Request): Promise<S3Answer>;
  /** Leaves the answer's body to be read, and makes only one attempt. @throws S3Error · whatever the signal was aborted with */
  open(request: S3Request): Promise<IncomingMessage>;
}

/** Some seconds: a person at a keyboard is told, and background work tries again later. */
const TRIES = 5;
/** For what took long to prepare: a minute and more. */
export const PATIENT_TRIES = 10;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 20_000;

const SILENCE_MS = 30_000;
/** The factor for requests that may take long. */
const LONG = 10;
/** A list of a thousand objects is some hundred kilobytes. */
const ANSWER_MAX = 16 * 1024 * 1024;

const NOTHING: S3Body = bodyOf([]);

/** `now`: real time, which signatures contain. `silenceMs`: how long the service may be silent. */
export function createS3Client(settings: S3Settings, now: () => Date, { silenceMs: usual = SILENCE_MS } = {}): S3Client {
  const send = createS3Transport(settings);

  async function open(request: S3Request): Promise<IncomingMessage> {
    const { method, body = NOTHING, signal } = request;
    const silenceMs = request.isLong ? usual * LONG : usual;
    signal?.throwIfAborted();
    const ourTime = now();
    const url = urlOf(settings, request);
    const headers = await signed({ settings, request, url, at: ourTime });
    const answer = await send({ method, url, headers, body: body.pieces, silenceMs, signal }).catch((error: unknown) => {
      if (error instanceof BackupError) throw error;
      throw signal?.aborted ? signal.reason : silenceOf(settings, error);
    });
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) return answer;
    const text = await wholeText(settings, answer, signal);
    const theirRegion = answer.headers['x-amz-bucket-region']?.toString();
    throw refusalOf(settings, { status, body: text, method, theirTime: answer.headers.date, theirRegion, ourTime });
  }

  async function askOnce(request: S3Request): Promise<S3Answer> {
    const answer = await open(request);
    const body = await wholeText(settings, answer, request.signal);
    // A long request gets its success status before it has succeeded, and may report a failure within the answer.
    const code = /<Error>/.test(body) ? textOf(body, 'Code') : null;
    if (code !== null) {
      const { method } = request;
      throw refusalOf(settings, { status: 500, body, method, theirTime: undefined, theirRegion: undefined, ourTime: now() });
    }
    return { headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])), body };
  }

  return {
    settings,
    open,
    async ask(request) {
      for (let tried = 1; ; tried += 1) {
        try {
          return await askOnce(request);
        } catch (error) {
          if (!passes(error) || tried >= (request.tries ?? TRIES)) throw error;
          await pause(tried, request.signal);
        }
      }
    },
  };
}

/** Waits longer each time, with jitter. */
export async function pause(tried: number, signal: AbortSignal | undefined): Promise<void> {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tried);
  await sleep(randomInt(longest / 2, longest), undefined, { ...(signal && { signal }) });
}

export function bodyOf(pieces: readonly Buffer[]): S3Body {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  for (const piece of pieces) {
    sha256.update(piece);
    md5.update(piece);
  }
  return { pieces, sha256: sha256.digest('hex'), md5: md5.digest('base64') };
}

function urlOf({ bucket, prefix, endpoint, pathStyle }: S3Settings, { path, query }: S3Request): URL {
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = `${pathStyle ? `/${bucket}` : ''}${path === undefined ? '' : `/${prefix}${path}`}` || '/';
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  return url;
}

async function signed(of: { settings: S3Settings; request: S3Request; url: URL; at: Date }): Promise<Readonly<Record<string, string>>> {
  const { settings, request, url, at } = of;
  const { body = NOTHING } = request;
  if (request.unsigned) return {};
  const { accessKeyId, secretAccessKey, sessionToken } = settings.credentials;
  const signer = new AwsV4Signer({
    method: request.method,
    url: url.toString(),
    headers: {
      ...request.headers,
      'x-amz-content-sha256': body.sha256,
      ...(body.pieces.length > 0 && { 'content-md5': body.md5 }),
    },
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== null && { sessionToken }),
    service: 's3',
    region: settings.region,
    datetime: at.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
  });
  return Object.fromEntries((await signer.sign()).headers);
}

async function wholeText(settings: S3Settings, answer: IncomingMessage, signal: AbortSignal | undefined): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of answer) {
      bytes += part.length;
      if (bytes > ANSWER_MAX) throw new Error('the answer is too large');
      parts.push(part);
    }
  } catch (error) {
    throw signal?.aborted ? signal.reason : silenceOf(settings, error);
  }
  return Buffer.concat(parts).toString();
}
