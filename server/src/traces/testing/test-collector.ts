import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { hexIn, messagesIn, numberIn, textIn } from './read-protobuf.ts';

/** A span as a collector receives it. */
export interface ToldSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root span. */
  readonly parentId: string;
  readonly name: string;
  /** 1 inside, 2 answers, 3 asks, 5 later. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
  readonly links: number;
  readonly service: string;
  readonly process: number;
}

/** A trace collector with what a test needs: OTLP over HTTP with protobuf. */
export interface TestCollector {
  readonly url: string;
  readonly spans: readonly ToldSpan[];
  /** Everything that was sent, as it arrived, and the headers of the last batch. */
  readonly bytes: () => Buffer;
  readonly headers: () => IncomingMessage['headers'];
  /** How it answers from now on, if not with 200. */
  answer: ((response: ServerResponse) => void) | null;
  lots: number;
  close(): Promise<void>;
}

export async function startTestCollector({ port = 0 }: { port?: number } = {}): Promise<TestCollector> {
  const spans: ToldSpan[] = [];
  const received: Buffer[] = [];
  let headers: IncomingMessage['headers'] = {};
  const server: Server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(Buffer.from(part));
      collector.lots += 1;
      ({ headers } = request);
      if (collector.answer) return collector.answer(response);
      const sent = Buffer.concat(parts);
      const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      received.push(body);
      if (request.url !== '/v1/traces' || headers['content-type'] !== 'application/x-protobuf') return response.writeHead(404).end();
      spans.push(...spansOf(body));
      return response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    })();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const collector: TestCollector = {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    spans,
    bytes: () => Buffer.concat(received),
    headers: () => headers,
    answer: null,
    lots: 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}

/** The spans of an ExportTraceServiceRequest of opentelemetry-proto. */
function spansOf(body: Buffer): ToldSpan[] {
  return messagesIn(body, 1).flatMap((resourceSpans) => {
    const resource = Object.assign({}, ...messagesIn(resourceSpans, 1).map((one) => attributesIn(one, 1)));
    return messagesIn(resourceSpans, 2).flatMap((scopeSpans) =>
      messagesIn(scopeSpans, 2).map((span) => ({
        traceId: hexIn(span, 1),
        spanId: hexIn(span, 2),
        parentId: hexIn(span, 4),
        name: textIn(span, 5),
        kind: Number(numberIn(span, 6) ?? 0n),
        attributes: attributesIn(span, 9),
        failed: messagesIn(span, 15).some((status) => numberIn(status, 3) === 2n),
        links: messagesIn(span, 13).length,
        service: String(resource['service.name']),
        process: Number(resource['process.pid']),
      })),
    );
  });
}

function attributesIn(message: Buffer, number: number): Record<string, string | number> {
  return Object.fromEntries(
    messagesIn(message, number).map((pair) => {
      const [value = Buffer.alloc(0)] = messagesIn(pair, 2);
      const whole = numberIn(value, 3);
      return [textIn(pair, 1), whole === null ? textIn(value, 1) : Number(whole)];
    }),
  );
}
