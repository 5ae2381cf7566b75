import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { differenceOf, owedRefund, tellRuns, type ClockEvent, type FreeHour, type KeptRun, type ToldRun } from './clock-history.rules.ts';

const SLACK_MS = 5000;
const BEGIN = Date.UTC(2026, 10, 2, 12);

/** Minutes after noon, when every server here is requested. */
const at = (minutes: number): Date => new Date(BEGIN + minutes * 60_000);
const event = (minutes: number, type: string, more: Partial<ClockEvent> = {}): ClockEvent => ({
  type,
  toStatus: null,
  reason: null,
  createdAt: at(minutes),
  ...more,
});
const kept = (number: number, anchor: number, stops: number | null, started = true): KeptRun => ({
  number,
  anchorAt: at(anchor),
  started,
  stopsAt: stops === null ? null : at(stops),
});
const free = (minutes: number, noted: number): FreeHour => ({ start: at(minutes), notedAt: at(noted) });
/** Runs as [charged, started, stopped, refund], times in minutes. */
const shown = (runs: readonly ToldRun[]) =>
  runs.map((run) => [
    ...[run.chargedAt, run.startedAt, run.stoppedAt].map((time) => time && (time.getTime() - BEGIN) / 60_000),
    run.refund,
  ]);
const tell = (events: readonly ClockEvent[], rows: readonly KeptRun[] = [], freeHours: readonly FreeHour[] = []) =>
  shown(tellRuns(events, { freeHours, kept: rows, slackMs: SLACK_MS }));

const up = [event(0, 'server.create_requested'), event(1, 'server.active')];
const moving = (minutes: number) => event(minutes, 'server.moving', { toStatus: 'PROVISIONING' });
const asleep = (minutes: number, reason: string | null = null) => event(minutes, 'server.hibernate_requested', { reason });
const woken = (minutes: number) => event(minutes, 'server.restore_requested');

describe('a server’s clock, told from its activity log', () => {
  for (const [what, events, runs] of [
    ['runs from when it is up until it is put to sleep', [...up, asleep(30)], [[0, 1, 30, 'none']]],
    ['gives the first hour back when it never came up', [up[0], event(9, 'server.error')], [[0, null, 9, 'all']]],
    ['gives the first hour back when it is deleted on the way', [up[0], event(9, 'server.deleted')], [[0, null, 9, 'all']]],
    ['keeps the hour in which it is deleted', [...up, event(30, 'server.deleted')], [[0, 1, 30, 'none']]],
    ['gives what is left back when its host is lost', [...up, event(75, 'server.error')], [[0, 1, 75, 'unused']]],
    ['gives the first hour back when it is preempted in it', [...up, event(60.9, 'server.preempted')], [[0, 1, 60.9, 'all']]],
    ['gives what is left back when it is preempted later', [...up, event(61, 'server.preempted')], [[0, 1, 61, 'unused']]],
    ['ends with the paid hour when the next is not paid', [...up, asleep(62, 'CREDIT_EXHAUSTED')], [[0, 1, 61, 'none']]],
    ['stops once, whatever follows', [...up, asleep(30), event(31, 'server.deleted')], [[0, 1, 30, 'none']]],
    [
      'begins anew after an error, where that hour is paid',
      [...up, event(30, 'server.error'), event(50, 'server.active')],
      [
        [0, 1, 30, 'unused'],
        [50, 50, null, 'none'],
      ],
    ],
    [
      'does not begin anew where it is put to sleep at once, unpaid',
      [...up, event(30, 'server.error'), event(50, 'server.active'), asleep(50, 'BUDGET_CAP_REACHED')],
      [[0, 1, 30, 'unused']],
    ],
    ['goes on when it wakes within the paid hour', [...up, asleep(30), woken(40), event(41, 'server.active')], [[0, 1, null, 'none']]],
    [
      'begins anew when it wakes later',
      [...up, asleep(30), woken(70), event(71, 'server.active')],
      [
        [0, 1, 30, 'none'],
        [70, 71, null, 'none'],
      ],
    ],
    [
      'begins anew within an hour that was given back',
      [...up, event(75, 'server.preempted'), woken(100), event(101, 'server.active')],
      [
        [0, 1, 75, 'unused'],
        [100, 101, null, 'none'],
      ],
    ],
  ] as const) {
    test(what, () => {
      assert.deepEqual(tell(events.flatMap((one) => one ?? [])), runs);
    });
  }

  test('stops where an hour that had begun is free, and gives nothing of it back', () => {
    assert.deepEqual(tell([...up, event(65, 'server.error')], [], [free(61, 65)]), [[0, 1, 61, 'none']]);
    assert.deepEqual(tell([...up, event(65, 'server.error')], [], [free(1, 65)]), [[0, 1, 65, 'unused']], 'the first hour is never free');
  });

  test('of a server that moves, stops when the move begins; what is left goes back once the machine is off', () => {
    assert.deepEqual(tell([...up, moving(30)]), [[0, 1, 30, 'unused, once off']], 'nothing has become of it yet');
    assert.deepEqual(tell([...up, moving(30), event(200, 'server.active')], [kept(1, 1, 42), kept(2, 200, null)]), [
      [0, 1, 30, 'unused'],
      [200, 200, null, 'none'],
    ]);
    assert.deepEqual(tell([...up, moving(30), event(44, 'server.error')]), [[0, 1, 30, 'unused']]);
    assert.deepEqual(tell([...up, event(30, 'server.moving')]), [[0, 1, null, 'none']], 'one that stays off');
  });

  test('goes on when it wakes in an hour that nobody has billed yet, and ends with it where that hour is free because it did not come up', () => {
    const failed = [...up, asleep(65), woken(90), event(90.05, 'server.restore_failed'), event(91, 'server.hibernated')];
    assert.deepEqual(tell(failed, [kept(1, 1, 61)], [free(61, 90.05)]), [[0, 1, 61, 'none']]);
    // It was already free because it was not paid: so the restore began, and paid for, a new hour.
    const paidAnew = [
      [0, 1, 61, 'none'],
      [90, null, 90.05, 'all'],
    ];
    assert.deepEqual(tell(failed, [kept(1, 1, 61), kept(2, 90, 90.05, false)], [free(61, 70)]), paidAnew);
    assert.deepEqual(tell(failed, [kept(1, 1, 61), kept(2, 90, 90.05, false)], [free(61, 89.99)]), paidAnew, 'too near to tell');
  });

  test('waits inside the paid hour for a server that is restored, and begins no other before it is up', () => {
    const asked = [...up, asleep(30), woken(50)];
    assert.deepEqual(tell(asked), [[0, 1, 61, 'none']], 'it is not up yet');
    assert.deepEqual(tell([...asked, event(60, 'server.active')]), [[0, 1, null, 'none']]);
    assert.deepEqual(tell([...asked, event(200, 'server.active')]), [
      [0, 1, 61, 'none'],
      [200, 200, null, 'none'],
    ]);
    assert.deepEqual(tell([...asked, event(55, 'server.restore_failed')]), [[0, 1, 55, 'unused']]);
    for (const end of ['server.restore_failed', 'server.deleted', 'server.preempted'])
      assert.deepEqual(tell([...asked, event(200, end)]), [[0, 1, 61, 'none']], end);
  });

  test('of which runs lie near each other, as where time runs fast, begins each where its own row is closest', () => {
    const slackMs = 2 * 60 * 60_000;
    const woke = [...up, asleep(30), woken(50), event(52, 'server.active'), asleep(65)];
    const failed = [...woke, woken(71), event(73, 'server.restore_failed')];
    const rows = [kept(1, 1, 65), kept(2, 71, 73, false)];
    assert.deepEqual(shown(tellRuns(failed, { freeHours: [], kept: rows, slackMs })), [
      [0, 1, 65, 'none'],
      [71, null, 73, 'all'],
    ]);
    assert.deepEqual(shown(tellRuns(woke, { freeHours: [], kept: [kept(1, 1, 30), kept(2, 52, 65)], slackMs })), [
      [0, 1, 30, 'none'],
      [50, 52, 65, 'none'],
    ]);
  });

  test('when it wakes too near the end of the paid hour to tell, is settled by the rows alone', () => {
    const late = [...up, asleep(30), woken(61 + 2 / 60), event(62, 'server.active')];
    const anew = [
      [0, 1, 30, 'none'],
      [61 + 2 / 60, 62, null, 'none'],
    ];
    const soonUp = [...up, asleep(30), woken(61 + 1 / 60), event(61 + 3 / 60, 'server.active')];
    assert.deepEqual(tell(soonUp, [kept(1, 1, null)]), [[0, 1, null, 'none']], 'the rows say that it went on');
    assert.deepEqual(tell(late, [kept(1, 1, 30), kept(2, 62, null)]), anew, 'it stopped and did not go on');
    assert.deepEqual(tell(late, [kept(1, 1, null), kept(2, 62, null)]), anew, 'another run began just then');
    assert.deepEqual(tell(late), anew, 'there are no rows');
  });
});

describe('the runs that are kept', () => {
  const told = tellRuns([...up, asleep(30)], { freeHours: [], kept: [], slackMs: SLACK_MS });

  test('agree within the slack', () => {
    assert.equal(differenceOf(told, [kept(1, 1, 30)], SLACK_MS), null);
    assert.equal(differenceOf(told, [kept(1, 1 + 5 / 60, 30 - 5 / 60)], SLACK_MS), null);
  });

  for (const [what, rows, named] of [
    ['one too many', [kept(1, 1, 30), kept(2, 40, null)], /^run 2 .*: \+$/],
    ['one that is missing', [], /^run 1 .*: −$/],
    ['another start', [kept(1, 1 + 6 / 60, 30)], /^run 1 start: /],
    ['a start that never was', [kept(1, 1, 30, false)], /^run 1 start: .*\(–\)$/],
    ['another end', [kept(1, 1, 31)], /^run 1 end: /],
    ['no end', [kept(1, 1, null)], /^run 1 end: .* ≠ –$/],
  ] as const) {
    test(`are told from ${what}`, () => assert.match(differenceOf(told, rows, SLACK_MS) ?? 'no difference', named));
  }
});

test('of an hour that is given back, the rest is counted from the stop, and all of it where it never began', () => {
  const run = (refund: ToldRun['refund']): ToldRun => ({ chargedAt: at(0), startedAt: at(1), stoppedAt: at(75), refund });
  assert.equal(owedRefund(run('none'), kept(1, 1, 75)), null);
  assert.equal(owedRefund(run('unused'), kept(1, 1, null)), null);
  assert.deepEqual(owedRefund(run('unused'), kept(1, 1, 75)), { periodStart: at(61), leftMs: 46 * 60_000 });
  assert.deepEqual(owedRefund(run('all'), kept(1, 1, 75)), { periodStart: at(61), leftMs: 60 * 60_000 });
  assert.deepEqual(owedRefund(run('all'), kept(1, 0, 9, false)), { periodStart: at(0), leftMs: 60 * 60_000 });
});
