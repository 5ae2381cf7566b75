import http from 'node:http';
import https from 'node:https';
import { CloudUnreachable } from './cloud-errors.ts';

export interface CloudAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface CloudRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** How long the answer may take, real time. */
  readonly limitMs: number;
}

/** Bytes to and from the services of a cloud. */
export interface CloudTransport {
  /** @throws CloudUnreachable when no answer came · whatever the signal was aborted with */
  request(request: CloudRequest): Promise<CloudAnswer>;
  close(): void;
}

/** As many calls to one service at once; more wait in line. */
const CONNECTIONS = 32;
/** Nothing that is asked for here is larger: lists of thousands of machines. */
const ANSWER_MAX = 256 * 1024 * 1024;

/** `ca`: certificates, as PEM, that are trusted in place of the system's. A certificate is always verified. */
export function createCloudTransport({ ca }: { ca: string | null }): CloudTransport {
  const tls = { ...(ca !== null && { ca }), minVersion: 'TLSv1.2' } as const;
  const plain = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const secure = new https.Agent({ keepAlive: true, maxSockets: CONNECTIONS, ...tls });

  function request({ method, url, headers, body, signal, limitMs }: CloudRequest): Promise<CloudAnswer> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      // A service may drop a connection that was idle just as we write. What changes something is never sent on one that was: whether
      // it was done could not be known.
      const kept = method === 'GET';
      const options = { method, headers: { ...headers, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) } };
      const call =
        url.protocol === 'https:'
          ? https.request(url, { ...options, ...tls, agent: kept ? secure : false })
          : http.request(url, { ...options, agent: kept ? plain : false });
      const limit = setTimeout(() => call.destroy(new Error(`no answer in ${limitMs} ms`)), limitMs);
      const aborted = () => call.destroy();
      signal.addEventListener('abort', aborted, { once: true });
      const end = (settle: () => void) => {
        clearTimeout(limit);
        signal.removeEventListener('abort', aborted);
        settle();
      };
      const fail = (error: Error) =>
        end(() =>
          reject(signal.aborted ? signal.reason : new CloudUnreachable(`${method} ${url.host}: ${error.message}`, { cause: error })),
        );
      call.on('error', fail);
      call.on('response', (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > ANSWER_MAX) call.destroy(new Error('the answer is too large'));
          else chunks.push(chunk);
        });
        answer.on('error', fail);
        answer.on('aborted', () => fail(new Error('the answer was cut off')));
        answer.on('end', () =>
          end(() => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) })),
        );
      });
      call.end(body);
    });
  }

  return {
    request,
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}
