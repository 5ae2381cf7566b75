import http from 'node:http';
import https from 'node:https';
import type { S3Settings } from '../backup/s3/s3-settings.ts';

/** The faults that one request can have. */
export const faults = [
  /** The connection is cut before anything was done. */
  'cut',
  /** The connection is cut while the request is sent. */
  'cut while sending',
  /** The request is carried out, but the answer is lost. */
  'answer lost',
  /** The answer is cut halfway. */
  'answer cut',
  'slow down',
  'internal error',
  'silence',
] as const;
export type Fault = (typeof faults)[number];

export interface FaultyS3 {
  /** Requests with these settings go through the proxy. */
  readonly settings: S3Settings;
  /** Decides for each request, described like `PUT part`, whether to inject a fault. */
  plan(decide: (request: string) => Fault | null): void;
  /** The requests since the last plan. */
  readonly seen: readonly string[];
  close(): void;
}

/** A proxy in front of a real S3, with TLS if given the means, which forwards requests except for the planned faults. */
export async function startFaultyS3(behind: S3Settings, tls?: { key: string; cert: string }): Promise<FaultyS3> {
  const state: { decide: (request: string) => Fault | null; seen: string[] } = { decide: () => null, seen: [] };
  const server = tls ? https.createServer(tls) : http.createServer();
  const serve = (request: http.IncomingMessage, response: http.ServerResponse) => {
    const name = nameOf(request);
    state.seen.push(name);
    const fault = state.decide(name);
    handle({ request, response, fault, behind });
  };
  server.on('request', serve);
  server.on('checkContinue', (request, response) => {
    response.writeContinue();
    serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    settings: { ...behind, endpoint: `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}` },
    plan(decide) {
      state.decide = decide;
      state.seen.length = 0;
    },
    seen: state.seen,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function nameOf({ method, url }: http.IncomingMessage): string {
  const { searchParams: query } = new URL(url ?? '', 'http://any');
  const what = query.has('partNumber')
    ? 'part'
    : query.has('uploadId')
      ? 'upload'
      : query.has('uploads')
        ? 'uploads'
        : query.has('list-type')
          ? 'list'
          : 'object';
  return `${method} ${what}`;
}

interface Handled {
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  readonly fault: Fault | null;
  readonly behind: S3Settings;
}

const CUT_AFTER_BYTES = 100_000;

function handle({ request, response, fault, behind }: Handled): void {
  if (fault === 'silence') return;
  if (fault === 'cut') return void request.socket.destroy();
  if (fault === 'slow down') return refuse(request, response, { status: 503, code: 'SlowDown' });
  if (fault === 'internal error') return refuse(request, response, { status: 500, code: 'InternalError' });
  const { method, headers, url = '' } = request;
  const { expect: _answered, ...rest } = headers;
  const on = http.request(new URL(url, behind.endpoint), { method, headers: rest });
  on.on('error', () => request.socket.destroy());
  if (fault === 'cut while sending') {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > CUT_AFTER_BYTES) request.socket.destroy();
    });
    request.on('end', () => request.socket.destroy());
    request.on('close', () => on.destroy());
  }
  on.on('response', (answer) => {
    if (fault === 'answer lost') {
      answer.resume();
      answer.on('end', () => request.socket.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    if (fault !== 'answer cut') return void answer.pipe(response);
    let sent = 0;
    answer.on('data', (chunk: Buffer) => {
      const half = chunk.subarray(0, Math.ceil(chunk.length / 2));
      sent += half.length;
      response.write(half, () => request.socket.destroy());
    });
    answer.on('end', () => sent === 0 && request.socket.destroy());
  });
  request.pipe(on);
}

function refuse(request: http.IncomingMessage, response: http.ServerResponse, { status, code }: { status: number; code: string }): void {
  request.resume();
  request.on('end', () => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Please reduce your request rate.</Message></Error>`);
  });
}
