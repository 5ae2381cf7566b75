import { uptime } from 'node:os';
import { HOUR_MS, MINUTE_MS, SECOND_MS, systemClock } from './clock.ts';

/** The size of ordinary corrections, which are harmless. */
const TOLERATED_MS = 5 * MINUTE_MS;
/** If nothing was billed for this long, a start asks whether that is so or the clock is ahead. A wrong time zone is off by more. */
const AWAY_MS = 2 * HOUR_MS;
/** Two clocks once seen this far apart are independent. */
const ANOTHER_MS = SECOND_MS;
/** However often the clock is checked, the database is queried no more often than this while nothing is wrong. */
const ASK_EVERY_MS = 15 * SECOND_MS;

/** Two measures of time: the clock, which can be set, and how long this machine has run, asleep or not. */
export interface Times {
  readonly clockMs: () => number;
  readonly uptimeMs: () => number;
}

const ofThisMachine: Times = { clockMs: () => systemClock().wall().getTime(), uptimeMs: () => uptime() * SECOND_MS };

/** What the database reports about the time. */
export interface DatabaseTime {
  /** This machine's clock before and after the query. */
  readonly askedMs: number;
  readonly answeredMs: number;
  readonly databaseMs: number;
  /** The real time up to which hours are billed; null if nothing was ever sold. */
  readonly billedMs: number | null;
}

/** The clock is or was wrong, so every lease and every deadline may seem to have passed. */
export class ClockWrong extends Error {}

/** The clock has jumped, forward or back. */
export class ClockLeapt extends ClockWrong {
  constructor(leaptMs: number) {
    const minutes = Math.round(Math.abs(leaptMs) / MINUTE_MS);
    super(
      `The clock of this machine has leapt ${leaptMs > 0 ? 'ahead' : 'back'} by ${minutes} minutes since Boreal was started: nothing is billed, ` +
        'deployed, mailed or watched by it. Set the clock, best by NTP, and all goes on by itself. If it is right now and was wrong before, or if this ' +
        'machine was paused, restart Boreal.',
    );
    this.name = 'ClockLeapt';
  }
}

/** One of two clocks is wrong, and Boreal cannot tell which. */
export class ClocksApart extends ClockWrong {
  constructor({ oursMs, theirsMs, held }: { oursMs: number; theirsMs: number; held: 'work' | 'requests' }) {
    const meanwhile = held === 'work' ? 'nothing is billed, deployed, mailed or watched' : 'this process serves nobody';
    super(
      `The clock of this machine shows ${second(oursMs)}, and the database's ${second(theirsMs)}: ${meanwhile} until ` +
        'they agree. Set whichever is wrong, best by NTP, and all goes on by itself.',
    );
    this.name = 'ClocksApart';
  }
}

/**
 * Either nothing was billed for a long time, or the clock is ahead. Servers are looked after meanwhile: usually it was an outage, after
 * which they wait.
 */
export class ClockUnproven extends Error {
  constructor({ oursMs, billedMs }: { oursMs: number; billedMs: number }) {
    const hours = Math.round((oursMs - billedMs) / HOUR_MS);
    super(
      `The clock of this machine shows ${minute(oursMs)}, and hours are billed up to ${minute(billedMs)} only: no worker has run for ${hours} ` +
        'hours, or the clock is ahead. Nothing is billed, renewed or watched until that is clear. If the clock is wrong, set it, best by NTP, and ' +
        'all goes on by itself. If it is right, start once with BOREAL_CLOCK=go-on: what ran meanwhile is billed then.',
    );
    this.name = 'ClockUnproven';
  }
}

/** Why the clock is not trusted, in one word: each reason has its own remedy. */
export const doubtsOfClocks = ['leapt', 'apart', 'unproven'] as const;
export type ClockDoubt = (typeof doubtsOfClocks)[number];

/** Null: the error is about something else. */
export function doubtOf(error: unknown): ClockDoubt | null {
  if (error instanceof ClockLeapt) return 'leapt';
  if (error instanceof ClocksApart) return 'apart';
  return error instanceof ClockUnproven ? 'unproven' : null;
}

/**
 * Returns a check that throws while the clock cannot be trusted: it disagrees with the database's; it has moved by more or less than the
 * time that passed; or at the first look it was hours after the last billing. A clock a day ahead would bill a day of all servers within a
 * minute, and end prepaid terms. What confirms a clock: a second clock, that of a database elsewhere, which agrees; a time service that has
 * set this clock since; or another worker that has billed up to now, so that the difference can bill nothing. A database whose time never
 * differed from this machine's may share its clock, and proves nothing.
 *
 * `isTrusted`: whether the clock is right at the start. `keptAtMs`: when a time service last set it; null if that is unknown. @throws
 * ClockLeapt, ClocksApart, ClockUnproven
 */
export function createClockWatch({
  isTrusted,
  ask,
  keptAtMs,
  times: { clockMs, uptimeMs } = ofThisMachine,
}: {
  isTrusted: boolean;
  ask: () => Promise<DatabaseTime>;
  keptAtMs: () => Promise<number | null>;
  times?: Times;
}): () => Promise<void> {
  const lead = () => clockMs() - uptimeMs();
  let trustedLead = isTrusted ? lead() : null;
  let isAnother = false;
  let askedAtMs = -Infinity;
  let lastTrustedMs = clockMs();

  /** @throws ClocksApart */
  const askDatabase = async (): Promise<number | null> => {
    const { askedMs, answeredMs, databaseMs, billedMs } = await ask();
    const apartMs = Math.max(askedMs - databaseMs, databaseMs - answeredMs, 0);
    isAnother ||= apartMs > ANOTHER_MS;
    if (apartMs > TOLERATED_MS) throw new ClocksApart({ oursMs: answeredMs, theirsMs: databaseMs, held: 'work' });
    askedAtMs = uptimeMs();
    return billedMs;
  };
  const wasKept = async (withinMs: number) => {
    const agoMs = clockMs() - ((await keptAtMs()) ?? -Infinity);
    return agoMs > -MINUTE_MS && agoMs < withinMs;
  };

  return async () => {
    const leadNow = lead();
    const leaptMs = trustedLead === null ? 0 : leadNow - trustedLead;
    const hasLeapt = Math.abs(leaptMs) > TOLERATED_MS;
    if (trustedLead !== null && !hasLeapt && uptimeMs() - askedAtMs < ASK_EVERY_MS) {
      lastTrustedMs = clockMs();
      return;
    }
    const billedMs = await askDatabase();
    if (trustedLead === null) {
      const isAway = billedMs !== null && clockMs() - billedMs > AWAY_MS;
      if (isAway && !isAnother && !(await wasKept(AWAY_MS))) throw new ClockUnproven({ oursMs: clockMs(), billedMs });
      trustedLead = leadNow;
    } else if (hasLeapt) {
      // Not by this worker, which has not billed since.
      const anotherBills = billedMs !== null && Math.abs(clockMs() - billedMs) <= TOLERATED_MS && billedMs - lastTrustedMs > TOLERATED_MS;
      if (!isAnother && !anotherBills && !(await wasKept(leaptMs))) throw new ClockLeapt(leaptMs);
      trustedLead = leadNow;
    }
    lastTrustedMs = clockMs();
  };
}

function second(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function minute(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
