import http from 'node:http';
import https from 'node:https';
import { httpAnswer, type HttpAnswer } from '../../parts/http-answer.ts';
import { CloudUnreachable } from './cloud-errors.ts';

export interface CloudRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** How long the answer may take, real time. */
  readonly limitMs: number;
}

/** The certificates that a connection to the cloud trusts. */
export interface CloudTrust {
  readonly ca?: string;
  readonly minVersion: 'TLSv1.2';
}

/** Bytes to and from the services of a cloud. */
export interface CloudTransport {
  readonly trust: CloudTrust;
  /** @throws CloudUnreachable if there was no answer · whatever the signal was aborted with */
  request(request: CloudRequest): Promise<HttpAnswer>;
  close(): void;
}

/** The most concurrent calls to one service; further ones wait. */
const CONNECTIONS = 32;

/** `ca`: PEM certificates to trust instead of the system's. Verification is always on. */
export function createCloudTransport({ ca }: { ca: string | null }): CloudTransport {
  const tls: CloudTrust = { ...(ca !== null && { ca }), minVersion: 'TLSv1.2' };
  const plain = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const secure = new https.Agent({ keepAlive: true, maxSockets: CONNECTIONS, ...tls });

  async function request({ method, url, headers, body, signal, limitMs }: CloudRequest): Promise<HttpAnswer> {
    signal.throwIfAborted();
    // A service may drop an idle connection just as we write. A change is never sent on one that was idle: it could not be known whether it
    // took effect.
    const kept = method === 'GET';
    const options = { method, headers: { ...headers, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) } };
    const call =
      url.protocol === 'https:'
        ? https.request(url, { ...options, ...tls, agent: kept ? secure : false })
        : http.request(url, { ...options, agent: kept ? plain : false });
    const unreachable = (error: Error) => new CloudUnreachable(`${method} ${url.host}: ${error.message}`, { cause: error });
    return httpAnswer(call, { body, signal, limitMs, unreachable });
  }

  return {
    trust: tls,
    request,
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}
