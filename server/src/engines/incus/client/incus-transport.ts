import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { TLSSocket } from 'node:tls';
import WebSocket from 'ws';
import { certificatesIn } from '../../../kit/certificates.ts';
import { httpAnswer } from '../../parts/http-answer.ts';
import { IncusUnreachable } from './incus-errors.ts';

/**
 * How to reach an Incus: its unix socket, or its URL with a client certificate that it trusts and its own certificate. `serverCert` may
 * contain several, for example during a replacement; any of them is accepted.
 */
export type IncusAddress =
  | { readonly socketPath: string }
  | { readonly url: URL; readonly clientCert: string; readonly clientKey: string; readonly serverCert: string };

export interface RawAnswer {
  readonly status: number;
  readonly etag: string | null;
  readonly body: Buffer;
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** How long the answer may take, real time. */
  readonly limitMs: number;
}

/** Bytes to and from one Incus, over persistent connections. */
export interface IncusTransport {
  /** @throws IncusUnreachable if there was no answer · whatever the signal was aborted with */
  request(request: RawRequest): Promise<RawAnswer>;
  /** Opens a websocket; it fails by itself if Incus refuses it. */
  socket(path: string): WebSocket;
  close(): void;
}

/** The most concurrent calls; further ones wait. */
const CONNECTIONS = 64;

export function createTransport(address: IncusAddress): IncusTransport {
  const secure = 'url' in address;
  const where = secure ? { host: address.url.hostname.replace(/^\[|\]$/g, ''), port: address.url.port || '8443' } : address;
  const tls = secure ? tlsOptions(address) : {};
  const agent = secure
    ? new https.Agent({ keepAlive: true, maxSockets: CONNECTIONS, ...tls })
    : new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  async function request({ method, path, body, headers, signal, limitMs }: RawRequest): Promise<RawAnswer> {
    signal.throwIfAborted();
    const options = { ...where, agent, method, path, headers: { Host: 'incus', ...headers } };
    const {
      status,
      headers: told,
      body: got,
    } = await httpAnswer(secure ? https.request(options) : http.request(options), {
      body,
      signal,
      limitMs,
      unreachable: (error) => new IncusUnreachable(`${method} ${path.split('?')[0]}: ${error.message}`, { cause: error }),
    });
    return { status, etag: told.etag ?? null, body: got };
  }

  return {
    request,
    socket: (path) =>
      secure
        ? new WebSocket(`wss://${address.url.host}${path}`, tls)
        : new WebSocket(`ws+unix://${address.socketPath}:${path}`, { headers: { Host: 'incus' } }),
    close: () => agent.destroy(),
  };
}

/**
 * Incus' certificate is self-signed and contains no public name, so names are not checked: the certificate must be one of those that the
 * operator configured.
 */
function tlsOptions(address: Extract<IncusAddress, { url: URL }>) {
  const wanted = certificatesIn(address.serverCert).map(({ raw }) => fingerprint(raw));
  return {
    cert: address.clientCert,
    key: address.clientKey,
    ca: address.serverCert,
    minVersion: 'TLSv1.3',
    checkServerIdentity: (_host: string, shown: ReturnType<TLSSocket['getPeerCertificate']>) =>
      wanted.includes(fingerprint(shown.raw)) ? undefined : new Error('Incus shows a certificate that is not in INCUS_SERVER_CERT_FILE'),
  } as const;
}

function fingerprint(der: Buffer): string {
  return createHash('sha256').update(der).digest('hex');
}
