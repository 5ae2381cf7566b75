import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS, systemClock } from './clock.ts';
import { ClocksApart } from './clock-watch.ts';

/**
 * As far as this, a process that serves customers is believed. Clocks that are kept agree within milliseconds. A minute is what the codes of
 * authenticators bear, and little beside what a quote, a link or a session lasts.
 */
export const SERVED_WITHIN_MS = MINUTE_MS;
/** Nobody sets the database's clock without being told by the workers, which look more often. */
const COMPARE_EVERY_MS = 5 * MINUTE_MS;
const LOOK_EVERY_MS = 10 * SECOND_MS;
/** The clock has been set, or the machine was asleep. */
const MOVED_MS = SECOND_MS;

/** @throws ClockWrong, at once or when what it answers ends */
export type RequireClock = () => Promise<void> | undefined;

/** The clock of this process beside the database's. */
export interface ClockComparison {
  /** How far ours is ahead, negative where it is behind; null: it was never compared. */
  aheadMs(): number | null;
  /**
   * Throws while they are too far apart to serve anybody. Nothing to wait for, for every request asks, unless ours was moved since: then
   * they are compared anew. @throws ClocksApart
   */
  readonly requireServable: RequireClock;
  stop(): Promise<void>;
}

interface Times {
  readonly clockMs: () => number;
  /** Of the time that passes, which nobody sets. */
  readonly passedMs: () => number;
}

const ofThisProcess: Times = { clockMs: () => systemClock().wall().getTime(), passedMs: () => performance.now() };

/**
 * Compares now, every five minutes, and within ten seconds where ours was moved. `ask`: our clock before and after the database was asked,
 * and its own. `compared`: is told of each, with the trouble that it found; a database that is away tells nothing, and what was known last
 * counts.
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
    // Between the two, the database's clock may have shown anything.
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
