import { AsyncLocalStorage } from 'node:async_hooks';
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Tracer,
} from '@opentelemetry/api';
import { AppError } from '../kit/errors.ts';
import type { OpenSpan, Span, TracedWork, Traces } from '../kit/traces.ts';
import { readTraceparent, writeTraceparent } from './traceparent.ts';

const KINDS = {
  answers: SpanKind.SERVER,
  asks: SpanKind.CLIENT,
  later: SpanKind.CONSUMER,
  inside: SpanKind.INTERNAL,
} as const satisfies Record<TracedWork['kind'], SpanKind>;

/** Implements the port with OpenTelemetry, and the fields that link a log line to its trace. */
export function createTraces(tracer: Tracer): Traces & { readonly logFields: () => Record<string, string> } {
  const current = new AsyncLocalStorage<Context>();

  const spanIn = (parent: Context, work: TracedWork): { span: Span; context: Context; end: (told: End) => void } => {
    const span = tracer.startSpan(work.name, { kind: KINDS[work.kind], attributes: { ...work.attributes } }, parent);
    return {
      span: { tell: (attributes) => void span.setAttributes({ ...attributes }) },
      context: trace.setSpan(parent, span),
      end: ({ name, error, failed }) => {
        if (name !== undefined) span.updateName(name);
        if (error !== undefined) span.setAttributes({ 'error.type': typeOf(error) });
        // No message and no stack: they may contain what a client sent.
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };

  const during = async <T>(parent: Context, work: TracedWork, run: (span: Span) => Promise<T>): Promise<T> => {
    const { span, context, end } = spanIn(parent, work);
    try {
      const value = await current.run(context, run, span);
      end({ failed: false });
      return value;
    } catch (error) {
      end({ error, failed: !(error instanceof AppError) });
      throw error;
    }
  };

  return {
    open(work): OpenSpan {
      const { span, context, end } = spanIn(contextOf(work.carried), work);
      return { ...span, enter: (run) => current.run(context, run), end };
    },
    begin: (work, run) => during(contextOf(work.carried), work, run),
    within(work, run) {
      const parent = current.getStore();
      return parent === undefined ? run(UNHEARD) : during(parent, work, run);
    },
    carry() {
      const span = spanContextOf(current.getStore());
      return span === null ? null : writeTraceparent(span);
    },
    logFields() {
      const span = spanContextOf(current.getStore());
      // A trace that is not sampled cannot be found.
      return span === null || (span.traceFlags & TraceFlags.SAMPLED) === 0 ? {} : { trace_id: span.traceId, span_id: span.spanId };
    },
  };
}

interface End {
  readonly name?: string;
  readonly error?: unknown;
  readonly failed: boolean;
}

const UNHEARD: Span = { tell: () => undefined };

function contextOf(carried: string | null | undefined): Context {
  const parent = readTraceparent(carried);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

function spanContextOf(context: Context | undefined) {
  const found = context === undefined ? undefined : trace.getSpanContext(context);
  return found !== undefined && isSpanContextValid(found) ? found : null;
}

/** The type of a failure: Boreal's code, the system's or Postgres', else its class. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if ('code' in error && typeof error.code === 'string' && /^[\w ]{1,40}$/.test(error.code)) return error.code;
  return error.constructor.name;
}
