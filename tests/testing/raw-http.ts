import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';

/** What came back over a socket for some bytes that were sent. */
export interface RawAnswer {
  /** 0 when the connection was closed without a word. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Lets an app listen on a port that is free, and gives it. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return address.port;
}

/**
 * Sends bytes as they are, and reads to the end of the connection. Node drops a request whose sender has closed its
 * half, so only what is no whole request is sent with `andClose`.
 */
export async function exchange(port: number, bytes: string | Buffer, andClose?: 'andClose'): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(30_000, () => socket.destroy(new Error(`not within 30 s: an answer to ${bytes.toString().slice(0, 200)}`)));
  if (andClose) socket.end(bytes);
  else socket.write(bytes);
  return parseAnswer(await buffer(socket));
}

export function parseAnswer(bytes: Buffer): RawAnswer {
  // What goes before the answer itself, such as "100 Continue", has no body.
  const before = /^(HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n)+/.exec(bytes.toString('latin1'))?.[0].length ?? 0;
  const final = bytes.subarray(before);
  const end = final.indexOf('\r\n\r\n');
  const [first = '', ...lines] = final
    .subarray(0, end === -1 ? undefined : end)
    .toString('utf8')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const rest = end === -1 ? Buffer.alloc(0) : final.subarray(end + 4);
  const body = headers['transfer-encoding'] === 'chunked' ? joined(rest) : rest;
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0), headers, body: body.toString('utf8') };
}

/** A body that came in chunks, as far as it came. */
function joined(chunked: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const begins = chunked.indexOf('\r\n', at) + 2;
    const size = Number.parseInt(chunked.toString('latin1', at, begins - 2), 16);
    if (begins < 2 || !(size > 0)) return Buffer.concat(chunks);
    chunks.push(chunked.subarray(begins, begins + size));
    at = begins + size + 2;
  }
}
