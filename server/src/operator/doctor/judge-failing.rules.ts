import { moment } from '../output.ts';
import type { FailingSchedule } from '../../db/failing-schedules.ts';
import { doubtsOfClocks } from '../../kit/clock-watch.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import { ok, RESTART, wrong, type Finding } from './finding.ts';

/** By then a single failure has been retried, and has usually succeeded. */
const TRIED_AGAIN_MS = 10 * MINUTE_MS;

const remedies = {
  leapt: RESTART,
  apart: 'timedatectl status',
  // An environment of the service manager, so that it need not be removed from the settings again.
  unproven: `systemctl set-environment BOREAL_CLOCK=go-on && ${RESTART}; systemctl unset-environment BOREAL_CLOCK`,
} as const;

/** One failure of each process that holds back time-dependent work because it does not trust its clock. */
function heldClocks(failing: readonly FailingSchedule[]): FailingSchedule[] {
  const held = failing.filter(({ clock }) => clock !== null);
  return held.filter((one, index) => held.findIndex(({ process }) => process === one.process) === index);
}

/** Repeated work that fails now: by process and reason, since a full database fails everything. */
export function judgeFailing(failing: readonly FailingSchedule[]): Finding[] {
  const clocks = heldClocks(failing).map(judgeHeldClock);
  const last = failing.filter(({ clock, failingSeconds }) => clock === null && failingSeconds * SECOND_MS >= TRIED_AGAIN_MS);
  const reasons = Map.groupBy(last, ({ process, error }) => JSON.stringify([process, error]));
  const fails = [...reasons.values()].flatMap((rows) => judgeReason(rows));
  if (clocks.length + fails.length > 0) return [...clocks, ...fails];
  return [ok('schedules', 'No scheduled work keeps failing.')];
}

function judgeHeldClock({ process, clock, error, failingSince }: FailingSchedule): Finding {
  const doubt = doubtsOfClocks.find((known) => known === clock);
  return wrong(
    'clock',
    `The process on ${process} has not trusted its clock since ${moment(failingSince)}. ${error}`,
    remedies[doubt ?? 'apart'],
  );
}

function judgeReason(rows: readonly FailingSchedule[]): Finding[] {
  const [first] = rows;
  if (first === undefined) return [];
  const names = [...new Set(rows.map(({ schedule, engine }) => (engine === '' ? schedule : `${schedule} of ${engine}`)))].join(', ');
  const says = `Scheduled work on ${first.process} has failed each time since ${moment(first.failingSince)}: ${names}. ${sentence(first.error)} It is tried again by itself.`;
  return [wrong('schedules', says, "journalctl -u 'boreal*' --since -6h --output cat | grep 'a scheduled run failed' | tail -5")];
}

function sentence(error: string): string {
  return `The error: ${error.trim().replace(/[.\s]+$/, '')}.`;
}
