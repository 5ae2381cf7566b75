import type { Config } from '../config.ts';
import { EngineError, type Engine } from '../engines/engine.ts';
import type { Log } from '../kit/log.ts';
import { productVersion } from '../kit/product-version.ts';
import type { Traces } from '../kit/traces.ts';
import { PaymentsError, type Payments } from '../payments/port.ts';
import { StartRefused } from './start-refused.ts';

export interface OpenTraces {
  /** Null: nothing collects them. */
  readonly traces: Traces | null;
  /** The fields that link a log line to its trace; undefined: none. */
  readonly logFields: (() => Record<string, string>) | undefined;
  /** Wraps an engine so that its calls appear in the traces. */
  readonly tracedEngine: (engine: Engine) => Engine;
  readonly tracedPayments: (payments: Payments) => Payments;
  close(): Promise<void>;
}

/** For processes without traces. */
export const untraced: OpenTraces = {
  traces: null,
  logFields: undefined,
  tracedEngine: (engine) => engine,
  tracedPayments: (payments) => payments,
  close: () => Promise.resolve(),
};

/** Sends traces to the configured collector, if there is one. `log`: the log, once it exists. @throws StartRefused */
export async function openTraces({ traces: settings }: Pick<Config, 'traces'>, log: () => Log): Promise<OpenTraces> {
  if (settings === null) return untraced;
  // The library is loaded only if it is used.
  const [{ tracesToCollector }, { traceCalls }] = await Promise.all([
    import('../traces/to-collector.ts'),
    import('../traces/trace-calls.ts'),
  ]);
  const ca = settings.caFile;
  const { traces, logFields, close } = await tracesToCollector(settings, {
    version: await productVersion(),
    tell: ({ taken, reason }) => {
      if (taken) log().warn('the collector takes traces again');
      else log().warn({ reason }, 'the collector does not take traces; they are dropped until it does, and nothing waits for it');
    },
  }).catch((error: unknown) => {
    throw new StartRefused(`OTEL_EXPORTER_OTLP_CERTIFICATE: the file ${ca ?? ''} cannot be read.`, { cause: error });
  });
  return {
    traces,
    logFields,
    tracedEngine: (engine) =>
      traceCalls(engine, { traces, as: 'engine', causeOf: (e) => (e instanceof EngineError ? e.engineCause : 'unknown') }),
    tracedPayments: (payments) =>
      traceCalls(payments, { traces, as: 'provider', causeOf: (e) => (e instanceof PaymentsError ? e.paymentsCause : 'unknown') }),
    close,
  };
}
