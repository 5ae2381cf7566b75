import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import { MINUTE_MS, SECOND_MS } from '../kit/clock.ts';
import type { Traces } from '../kit/traces.ts';
import { createTraces } from './create-traces.ts';
import { samplerOf, type SamplerName } from './sampler.ts';

/** Where to send traces, and which. */
export interface CollectorSettings {
  /** The collector's URL, for HTTP with protobuf. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How long the collector may take for one batch, retries included. */
  readonly timeoutMs: number;
  /** A file of certificates to trust instead of the system's. */
  readonly caFile: string | null;
  /** Attributes of the process, sent with every batch. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly sampler: { readonly name: SamplerName; readonly ratio: number };
}

/** The most spans that wait to be sent; further ones are dropped. About a kilobyte each. */
const QUEUE_MAX = 4096;
const LOT = 512;
const LOT_EVERY_MS = 2 * SECOND_MS;
/** Concurrent batches, for a slow collector. */
const LOTS_AT_ONCE = 4;
/** How long a process that ends waits for unsent spans. */
const CLOSE_WITHIN_MS = 3 * SECOND_MS;

/** A collector that accepts every second batch would fill the log. */
const TELL_AGAIN_MS = MINUTE_MS;

/** Whether the collector accepts what it is sent: called when that changes. */
export type TellCollector = (state: { readonly taken: boolean; readonly reason: string | null }) => void;

export interface TracesToCollector {
  readonly traces: Traces;
  readonly logFields: () => Record<string, string>;
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>;
}

/**
 * Sends traces to a collector. If the collector is down, slow or refusing, only traces are lost.
 * @throws when the file of certificates cannot be read
 */
export async function tracesToCollector(
  settings: CollectorSettings,
  about: { version: string; tell: TellCollector },
): Promise<TracesToCollector> {
  const ca = settings.caFile === null ? null : await readFile(settings.caFile);
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: { ...settings.headers },
    timeoutMillis: settings.timeoutMs,
    concurrencyLimit: LOTS_AT_ONCE,
    httpAgentOptions: { keepAlive: true, ...(ca !== null && { ca }) },
  });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': about.version,
        'service.instance.id': randomUUID(),
        'host.name': hostname(),
        'process.pid': process.pid,
        ...settings.attributes,
      }),
    ),
    sampler: samplerOf(settings.sampler),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: heard(exporter, about.tell),
        maxQueueSize: QUEUE_MAX,
        maxExportBatchSize: LOT,
        scheduledDelayMillis: LOT_EVERY_MS,
        exportTimeoutMillis: settings.timeoutMs + SECOND_MS,
      }),
    ],
  });
  const { logFields, ...traces } = createTraces(provider.getTracer('boreal', about.version));
  return {
    traces,
    logFields,
    close: () => Promise.race([provider.shutdown().catch(() => undefined), after(CLOSE_WITHIN_MS)]),
  };
}

/** Wraps the exporter: reports once when the collector stops accepting, and once when it accepts again. */
function heard(exporter: SpanExporter, tell: TellCollector): SpanExporter {
  let taken = true;
  let toldAt = -Infinity;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const now = result.error === undefined && result.code === 0;
        if (now !== taken && (now || performance.now() - toldAt > TELL_AGAIN_MS)) {
          taken = now;
          if (!now) toldAt = performance.now();
          tell({ taken, reason: now ? null : reasonOf(result.error) });
        }
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Without the answer's text, which may repeat what was sent, including headers. */
function reasonOf(error: Error | undefined): string {
  const code: unknown = error !== undefined && 'code' in error ? error.code : undefined;
  if (typeof code === 'number') return `it answers ${code}`;
  return typeof code === 'string' ? code : 'it does not answer in time';
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
