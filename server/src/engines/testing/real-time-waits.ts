import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { addMs, MINUTE_MS, SECOND_MS, type Clock } from '../../kit/clock.ts';
import type { ConformanceKit } from '../conformance-kit.ts';
import { EngineError, type Engine } from '../engine.ts';

export interface RealTimeWaits extends Pick<ConformanceKit, 'untilDone' | 'untilBackup' | 'measured'> {
  /** Looks again and again until it is there; `what` is said when it does not get there. */
  until<T>(look: () => Promise<T>, isThere: (seen: T) => boolean, what: string): Promise<T>;
}

const { signal } = new AbortController();

/** How a kit waits for an engine whose machines take their real time. */
export function realTimeWaits(of: {
  readonly engine: Engine;
  readonly clock: Clock;
  /** Far more than anything takes there. */
  readonly untilMs: number;
  /** Between two looks. */
  readonly lookMs: number;
  /** How many readings of a server were stored. */
  readonly readingsOf: (serverId: string) => number;
  /** Told when a wait was in vain. */
  readonly tellMore?: () => string;
}): RealTimeWaits {
  const { engine, clock } = of;

  async function until<T>(look: () => Promise<T>, isThere: (seen: T) => boolean, what: string): Promise<T> {
    const end = addMs(clock.wall(), of.untilMs);
    for (;;) {
      // Who was just away, killed or busy does not answer everybody at once: who looks looks again.
      const seen = await look().catch(silence);
      if (!(seen instanceof EngineError) && isThere(seen)) return seen;
      if (clock.wall() > end) {
        const last = seen instanceof EngineError ? String(seen.cause) : JSON.stringify(seen);
        assert.fail(`${what}: ${last}${of.tellMore?.() ?? ''}`);
      }
      await sleep(of.lookMs);
    }
  }

  return {
    until,
    untilDone: (ask, isThere) => until(ask, isThere, 'asked again and again, it did not get there'),
    untilBackup: (backupId, state) =>
      until(
        () => engine.observeBackup(backupId, signal),
        (backup) => backup.state === state,
        `${backupId} did not become ${state}`,
      ),
    async measured(serverId) {
      const from = addMs(clock.now(), -MINUTE_MS);
      await until(
        async () => (await engine.measure?.(signal), sleep(100, of.readingsOf(serverId))),
        (count) => count >= 3,
        'it was not measured',
      );
      return { from, to: addMs(clock.now(), SECOND_MS), stepSeconds: 1 };
    },
  };
}

/** An engine that does not answer in time, as something seen. */
export function silence(error: unknown): EngineError {
  if (error instanceof EngineError && error.engineCause === 'timeout') return error;
  throw error;
}
