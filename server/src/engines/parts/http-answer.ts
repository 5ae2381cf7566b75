import type { ClientRequest, IncomingHttpHeaders } from 'node:http';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface AskHow {
  readonly body: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
  /** How long the answer may take, real time. */
  readonly limitMs: number;
  /** The engine's own error for a missing answer. */
  readonly unreachable: (error: Error) => Error;
}

/** No answer here is larger: lists of thousands of machines, and metrics. */
const ANSWER_MAX = 256 * 1024 * 1024;

/** Sends a prepared request, and reads the whole answer. @throws what `unreachable` makes · whatever the signal was aborted with */
export function httpAnswer(call: ClientRequest, { body, signal, limitMs, unreachable }: AskHow): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => call.destroy(new Error(`no answer in ${limitMs} ms`)), limitMs);
    const aborted = () => call.destroy();
    signal.addEventListener('abort', aborted, { once: true });
    const end = (settle: () => void) => {
      clearTimeout(limit);
      signal.removeEventListener('abort', aborted);
      settle();
    };
    const fail = (error: Error) => end(() => reject(signal.aborted ? signal.reason : unreachable(error)));
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
      answer.on('end', () => end(() => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) })));
    });
    call.end(body);
  });
}
