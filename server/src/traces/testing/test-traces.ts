import { setTimeout as sleep } from 'node:timers/promises';
import type { Traces } from '../../kit/traces.ts';
import { tracesToCollector, type CollectorSettings } from '../to-collector.ts';
import { startTestCollector, type ToldSpan } from './test-collector.ts';

/** Traces, and the collector that receives them. */
export interface TestTraces {
  readonly traces: Traces;
  /** The recorded spans, once there are that many. @throws if there are not */
  told(count: number): Promise<readonly ToldSpan[]>;
  /** All recorded spans; nothing is recorded afterwards. */
  all(): Promise<readonly ToldSpan[]>;
  close(): Promise<void>;
}

const TOLD_WITHIN_MS = 20_000;

export async function openTestTraces(
  sampler: CollectorSettings['sampler'] = { name: 'parentbased_always_on', ratio: 1 },
): Promise<TestTraces> {
  const collector = await startTestCollector();
  const { traces, close } = await tracesToCollector(
    { url: `${collector.url}/v1/traces`, headers: {}, timeoutMs: 1000, caFile: null, attributes: {}, sampler },
    { version: '0.0.0', tell: () => undefined },
  );
  return {
    traces,
    told: async (count) => {
      const limit = performance.now() + TOLD_WITHIN_MS;
      while (collector.spans.length < count && performance.now() < limit) await sleep(50);
      if (collector.spans.length < count) throw new Error(`only ${collector.spans.length} of ${count} spans were told`);
      return collector.spans;
    },
    all: async () => {
      await close();
      return collector.spans;
    },
    close: async () => {
      await close();
      await collector.close();
    },
  };
}
