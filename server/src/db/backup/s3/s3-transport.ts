import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { errorCode } from '../../postgres-errors.ts';
import { BackupError } from '../backup-error.ts';

export interface S3Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Its bytes, in pieces. */
  readonly body: readonly Buffer[];
  /** How long no bytes may arrive or be accepted, real time: a large file takes as long as it takes. */
  readonly silenceMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends one request, and resolves once the answer's headers have arrived. @throws BackupError the certificates cannot be read · Node's own
 * connection error
 */
export type S3Transport = (sent: S3Sent) => Promise<http.IncomingMessage>;

const CONNECTIONS = 8;

/** Larger requests wait for the server's 100 Continue: a refusal halfway would look like a broken connection. */
const ASK_FIRST_BYTES = 1024 * 1024;
/** Servers that do not support 100 Continue never send it. */
const ASK_FIRST_MS = 2000;

/** `caFile`: PEM certificates to trust instead of the system's. Verification is always on. */
export function createS3Transport({ caFile }: { caFile: string | null }): S3Transport {
  const plain = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let secure: Promise<https.Agent> | null = null;
  return async ({ method, url, headers, body, silenceMs, signal }) => {
    const agent = url.protocol === 'https:' ? await (secure ??= secureAgent(caFile)) : plain;
    const bytes = body.reduce((sum, { length }) => sum + length, 0);
    const asksFirst = bytes > ASK_FIRST_BYTES;
    return new Promise((resolve, reject) => {
      const options = {
        method,
        headers: {
          ...headers,
          ...(method !== 'GET' && method !== 'HEAD' && { 'content-length': bytes }),
          ...(asksFirst && { expect: '100-continue' }),
        },
        timeout: silenceMs,
        ...(signal && { signal }),
      };
      const call = (url.protocol === 'https:' ? https : http).request(url, { ...options, agent });
      let asking: NodeJS.Timeout | null = null;
      const send = () => {
        if (asking) clearTimeout(asking);
        asking = null;
        Readable.from(body).pipe(call);
      };
      call.on('timeout', () => call.destroy(new Error(`nothing was heard for ${silenceMs / 1000} seconds`)));
      call.on('error', (error) => {
        if (asking) clearTimeout(asking);
        reject(error);
      });
      call.on('response', (answer) => {
        if (asking) clearTimeout(asking);
        // The body it refused is not sent, so nothing else can follow on this connection.
        if (asking) answer.once('close', () => call.destroy());
        asking = null;
        resolve(answer);
      });
      if (!asksFirst) return send();
      call.once('continue', () => asking && send());
      asking = setTimeout(send, ASK_FIRST_MS);
    });
  };
}

async function secureAgent(caFile: string | null): Promise<https.Agent> {
  const ca =
    caFile &&
    (await readFile(caFile).catch((cause: unknown) => {
      throw new BackupError(`BOREAL_BACKUP_CA: ${caFile} cannot be read (${errorCode(cause)}).`, { cause });
    }));
  return new https.Agent({ keepAlive: true, maxSockets: CONNECTIONS, minVersion: 'TLSv1.2', ...(ca && { ca }) });
}
