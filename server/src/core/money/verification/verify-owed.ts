import type { Tx } from '../../../db/connect.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import type { OwedCheckName } from '@boreal/contract/billing/ledger-checks.ts';
import { differenceOf, hoursWithin, owedRefund, refundOf, tellRuns, type ToldRun } from './clock-history.rules.ts';
import { findBackupHoursOff } from './backup-hours.store.ts';
import { findCountersOff } from './counters.store.ts';
import { findKeyCountersOff } from './key-counters.store.ts';
import { findTermsAtAnotherPrice } from './owed-terms.store.ts';
import {
  findClocksAgainstStatus,
  findHoursAtAnotherPrice,
  findHoursNotBilled,
  hourKey,
  readChargedHours,
  readHistories,
  readScale,
  SHOWN,
  type Found,
  type ServerHistory,
} from './owed.store.ts';

/** A log line and its row are written in one transaction, which may have waited. */
const SLACK_MS = 5 * MINUTE_MS;
/** If product time runs fast, or has, moments of real time are hours. */
const FAST_SLACK_MS = 2 * HOUR_MS;

/** Ending a term takes a minute, or as long as the worker is down. */
const TERM_LATE_MS = 1 * DAY_MS;

const AT_ONCE = 2000;

interface OwedCheck {
  readonly name: OwedCheckName;
  readonly checked: number;
  readonly broken: readonly string[];
}

/**
 * Proves what was owed, not only what was written. Servers' activity logs show when each clock ran and what had to be refunded; the clocks
 * show which hours had to be billed; the dated prices show at how much. Hours that began after the meter's mark are not owed yet.
 */
export async function verifyOwed(tx: Tx): Promise<readonly OwedCheck[]> {
  const scale = await readScale(tx);
  const slackMs = scale === null ? SLACK_MS : Math.max(FAST_SLACK_MS, SLACK_MS * scale);
  const history = await compareHistories(tx, slackMs);
  return [
    check('the clock of every server ran as the history of the server says', history.clocks),
    check(
      'no server runs without its clock, and no clock without its server',
      await findClocksAgainstStatus(tx, Math.max(TERM_LATE_MS, slackMs)),
    ),
    check('every hour of every clock that ran is billed, and no other hour is', await findHoursNotBilled(tx)),
    check('every hour is billed at the price in force when it began', await findHoursAtAnotherPrice(tx, slackMs)),
    check('every hour has its part of the backups that were on, and no month more than their price', await findBackupHoursOff(tx, slackMs)),
    check('every prepaid term is charged at the price in force when its charge began', await findTermsAtAnotherPrice(tx, slackMs)),
    check('what servers lost of their paid hours is refunded, and nothing else', history.refunds),
    check('what counts against budgets is what was charged, less its refunds', await findCountersOff(tx, slackMs)),
    check('what counts against the caps of keys is what was charged for them, less its refunds', await findKeyCountersOff(tx, slackMs)),
  ];
}

function check(name: OwedCheckName, { checked, broken }: Found): OwedCheck {
  return { name, checked: Number(checked), broken: broken ?? [] };
}

async function compareHistories(tx: Tx, slackMs: number): Promise<{ clocks: Found; refunds: Found }> {
  const clocks = { checked: 0n, broken: new Array<string>() };
  const refunds = { checked: 0n, broken: new Array<string>() };
  for (let after = ''; ;) {
    const histories = await readHistories(tx, { after, limit: AT_ONCE });
    const last = histories.at(-1);
    if (!last) return { clocks, refunds };
    after = last.serverId;
    const sound: (ServerHistory & { told: readonly ToldRun[] })[] = [];
    for (const history of histories) {
      const told = tellRuns(history.events, { ...history, slackMs });
      const difference = differenceOf(told, history.kept, slackMs);
      clocks.checked += BigInt(told.length);
      if (difference === null) sound.push({ ...history, told });
      else if (clocks.broken.length < SHOWN) clocks.broken.push(`${history.serverId} ${difference}`);
    }
    const found = await compareRefunds(tx, sound);
    refunds.checked += found.checked;
    refunds.broken.push(...(found.broken ?? []).slice(0, SHOWN - refunds.broken.length));
  }
}

/** Compares refunds with what is owed back: `−` is missing, `+` is too much. */
async function compareRefunds(tx: Tx, histories: readonly (ServerHistory & { told: readonly ToldRun[] })[]): Promise<Found> {
  const whole = histories.flatMap(({ serverId, kept, settled }) =>
    settled.flatMap((span) => hoursWithin(kept, span).map((periodStart) => ({ serverId, periodStart, leftMs: HOUR_MS }))),
  );
  const settledHours = new Set(whole.map(hourKey));
  const ofRuns = histories.flatMap(({ serverId, told, kept, refunds }) =>
    told.flatMap((run, n) => {
      const row = kept[n];
      const refund = row ? owedRefund(run, row) : null;
      if (refund === null) return [];
      const isGiven = refunds.some(({ periodStart }) => periodStart.getTime() === refund.periodStart.getTime());
      return run.refund === 'unused, once off' && !isGiven ? [] : [{ serverId, ...refund }];
    }),
  );
  const owed = [...whole, ...ofRuns.filter((hour) => !settledHours.has(hourKey(hour)))];
  const charged = await readChargedHours(tx, owed);
  const balance = new Map<string, bigint>();
  const add = (key: string, micros: bigint) => balance.set(key, (balance.get(key) ?? 0n) + micros);
  for (const hour of owed) add(hourKey(hour), -refundOf(charged.get(hourKey(hour)) ?? 0n, hour.leftMs));
  for (const { serverId, refunds } of histories) for (const refund of refunds) add(hourKey({ serverId, ...refund }), refund.amountMicros);
  const broken = [...balance].filter(([, micros]) => micros !== 0n);
  return { checked: BigInt(balance.size), broken: broken.slice(0, SHOWN).map(([key, micros]) => `${key} ${signed(micros)}`) };
}

function signed(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  return `${micros < 0n ? '−' : '+'}${size / 1_000_000n}.${String(size % 1_000_000n)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')} CAD`;
}
