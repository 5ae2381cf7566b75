import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../kit/clock.ts';
import { billingDay, billingMonth } from './calendar.rules.ts';

const hours = ({ start, end }: { start: Date; end: Date }) => (end.getTime() - start.getTime()) / HOUR_MS;

test('a day is Toronto’s: 23 hours when the clocks go forward, 25 when they go back', () => {
  assert.equal(hours(billingDay(new Date('2027-03-14T18:00:00Z'))), 23);
  assert.equal(hours(billingDay(new Date('2027-11-07T18:00:00Z'))), 25);
  assert.equal(hours(billingDay(new Date('2027-11-08T18:00:00Z'))), 24);
});

test('a month begins at midnight in Toronto, in winter and in summer time', () => {
  assert.deepEqual(billingMonth(new Date('2026-12-01T04:59:59Z')).end, new Date('2026-12-01T05:00:00Z'));
  assert.deepEqual(billingMonth(new Date('2027-07-10T00:00:00Z')), {
    start: new Date('2027-07-01T04:00:00Z'),
    end: new Date('2027-08-01T04:00:00Z'),
  });
});
