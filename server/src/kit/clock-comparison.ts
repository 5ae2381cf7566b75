import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS, systemClock } from './clock.ts';
import { ClocksApart } from './clock-watch.ts';

/**
 * Up to this difference, a process that serves customers is trusted. Synchronised clocks agree within milliseconds. A minute is what
 * authenticators' codes tolerate, and little compared with the lifetime of a quote, a link or a session.
 */
export const SERVED_WITHIN_MS = MINUTE_MS;
/** Workers compare more often, and warn whoever sets the database's clock. */
const COMPARE_EVERY_MS = 5 * MINUTE_MS;
const LOOK_EVERY_MS = 10 * SECOND_MS;
/** The clock was set, or the machine was asleep. */
const MOVED_MS = SECOND_MS;

/** @throws ClockWrong, at once or by rejecting */
export type RequireClock = () => Promise<void> | undefined;

/** This process's clock compared with the database's. */
export interface ClockComparison {
  /** By how many milliseconds this process is ahead, negative if behind; null: never compared. */
  aheadMs(): number | null;
  /**
   * Throws while the clocks are too far apart to serve anybody. Returns at once, because every request calls it, unless this clock was
   * changed since: then the clocks are compared again. @throws ClocksApart
   */
  readonly requireServable: RequireClock;
  stop(): Promise<void>;
}

interface Times {
  readonly clockMs: () => number;
  /** A monotonic clock, which nobody sets. */
  readonly passedMs: () => number;
}

const ofThisProcess: Times = { clockMs: () => systemClock().wall().getTime(), passedMs: () => performance.now() };

/**
 * Compares the clocks now, every five minutes, and within ten seconds after this one was changed. `ask`: this clock before and after the
 * query, and the database's. `compared`: called after each comparison, with the problem found; while the database is down nothing is
 * reported, and the last known result applies.
 */
export async function compareClocks({
  ask,
  compared = async () => undefined,
  everyMs = COMPARE_EVERY_MS,
  times: { clockMs, passedMs } = ofThisProcess,
}: {
  ask: () => Promise<{ readonly askedMs: number; readonly answeredMs: number; readonly databaseMs: number }>;
  compared?: (trouble: ClocksApart | null, aheadMs: number) => Promise<void>;
  everyMs?: number;
  times?: Times;
}): Promise<ClockComparison> {
  const lead = () => clockMs() - passedMs();
  let aheadMs: number | null = null;
  let trouble: ClocksApart | null = null;
  let comparedLead = lead();
  let comparedMs = -Infinity;
  const wasMoved = () => Math.abs(lead() - comparedLead) > MOVED_MS;
  let asking: Promise<void> | null = null;

  const compare = async () => {
    const leadBefore = lead();
    const { askedMs, answeredMs, databaseMs } = await ask();
    // Between the two, the database's clock may have shown any time.
    aheadMs = databaseMs < askedMs ? askedMs - databaseMs : Math.min(0, answeredMs - databaseMs);
    trouble = Math.abs(aheadMs) > SERVED_WITHIN_MS ? new ClocksApart({ oursMs: answeredMs, theirsMs: databaseMs, held: 'requests' }) : null;
    comparedLead = leadBefore;
    comparedMs = passedMs();
    await compared(trouble, aheadMs);
  };
  const once = () =>
    (asking ??= compare()
      .catch(() => undefined)
      .finally(() => (asking = null)));
  await once();

  const requireAgreement = () => {
    if (trouble !== null) throw trouble;
  };

  const stopping = new AbortController();
  const { signal } = stopping;
  const follow = async () => {
    for (;;) {
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      if (trouble !== null || wasMoved() || passedMs() - comparedMs >= everyMs) await once();
    }
  };
  const following = follow();
  return {
    aheadMs: () => aheadMs,
    requireServable() {
      if (wasMoved()) return once().then(requireAgreement);
      requireAgreement();
      return undefined;
    },
    async stop() {
      stopping.abort();
      await following;
    },
  };
}
