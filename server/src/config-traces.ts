import { z } from 'zod';
import { areProxies, listed } from './config-engines.ts';

const Address = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be the address of a collector, such as http://localhost:4318');

const Protocol = z.enum(['http/protobuf'], { error: 'must be http/protobuf: Boreal sends traces no other way' }).optional();

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The settings for traces: OpenTelemetry's standard variables, and whose traces are continued. */
export const TraceSettings = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: Address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Address.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: Protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: Protocol,
  OTEL_EXPORTER_OTLP_HEADERS: pairs('authorization=Bearer%20…'),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs('authorization=Bearer%20…'),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce
    .number({ error: 'must be a number of milliseconds, 100 to 60000' })
    .int()
    .min(100, 'must be a number of milliseconds, 100 to 60000')
    .max(60_000, 'must be a number of milliseconds, 100 to 60000')
    .default(10_000),
  // The library reads this one itself; here it is only validated.
  OTEL_EXPORTER_OTLP_COMPRESSION: z.enum(['none', 'gzip']).default('none'),
  OTEL_EXPORTER_OTLP_CERTIFICATE: z.string().min(1).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs('deployment.environment.name=production,host.name=gpu-1'),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number({ error: 'must be a number from 0 to 1' }).min(0).max(1).default(1),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
  BOREAL_TRACE_CALLERS: z
    .string()
    .default('')
    .transform(listed)
    .refine(areProxies, 'must be addresses such as 10.0.0.7 or networks such as 10.0.0.0/8, separated by commas'),
});
type TraceSettings = z.infer<typeof TraceSettings>;

/** Where to send traces, and which. */
export interface TracesConfig {
  /** The collector's URL, for HTTP with protobuf. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How long the collector may take for one batch, retries included. */
  readonly timeoutMs: number;
  /** A file of certificates to trust instead of the system's. */
  readonly caFile: string | null;
  /** Attributes of the process, sent with every batch. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly sampler: { readonly name: (typeof SAMPLERS)[number]; readonly ratio: number };
  /** Addresses and networks whose `traceparent` is continued: the operator's own programs, never customers. */
  readonly callers: readonly string[];
}

/** Null: nothing collects traces. */
export function readTraces(e: TraceSettings): TracesConfig | null {
  const base = e.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? null : `${base.replace(/\/+$/, '')}/v1/traces`);
  if (url === null || e.OTEL_SDK_DISABLED === 'true' || e.OTEL_TRACES_EXPORTER === 'none') return null;
  return {
    url,
    headers: { ...e.OTEL_EXPORTER_OTLP_HEADERS, ...e.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    timeoutMs: e.OTEL_EXPORTER_OTLP_TIMEOUT,
    caFile: e.OTEL_EXPORTER_OTLP_CERTIFICATE ?? null,
    attributes: {
      'service.name': 'boreal',
      ...e.OTEL_RESOURCE_ATTRIBUTES,
      ...(e.OTEL_SERVICE_NAME !== undefined && { 'service.name': e.OTEL_SERVICE_NAME }),
    },
    sampler: { name: e.OTEL_TRACES_SAMPLER, ratio: e.OTEL_TRACES_SAMPLER_ARG },
    callers: e.BOREAL_TRACE_CALLERS,
  };
}

/** `name=value` pairs, separated by commas; values are percent-encoded where necessary. */
function pairs(example: string) {
  return z
    .string()
    .transform((text) => listed(text).map(pairOf))
    .refine((all) => all.every((pair) => pair !== null), `must be pairs such as ${example}, separated by commas`)
    .transform((all): Readonly<Record<string, string>> => Object.fromEntries(all.flatMap((pair) => (pair === null ? [] : [pair]))))
    .optional();
}

function pairOf(text: string): [string, string] | null {
  const [, name, value] = /^([\w.!#$%&'*+^`|~-]+)\s*=\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) return null;
  try {
    return [name, decodeURIComponent(value)];
  } catch {
    return null;
  }
}
