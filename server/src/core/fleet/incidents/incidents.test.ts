import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { z } from 'zod';
import { OpenIncidentRequest } from '@boreal/contract/fleet/incidents.ts';
import { DAY_MS, HOUR_MS } from '../../../kit/clock.ts';
import { startCloud } from '../../testing/cloud.ts';
import { changeIncident } from './change-incident.ts';
import { componentDays } from './component-days.rules.ts';
import { listCurrentIncidents, listIncidents, readIncidentHistory } from './list-incidents.ts';
import { openIncident } from './open-incident.ts';
import { updateIncident } from './update-incident.ts';

const cloud = await startCloud({ hosts: {} });
after(() => cloud.close());
const { ctx, clock } = cloud;
let keys = 0;
const nextKey = () => `key-${(keys += 1)}`;
const text = { en: 'New servers take ten minutes.', fr: 'Les nouveaux serveurs prennent dix minutes.' };
const title = { en: 'Slow starts', fr: 'Démarrages lents' };
type Request = z.input<typeof OpenIncidentRequest>;
const open = (request: Partial<Request> = {}) =>
  openIncident(
    ctx,
    OpenIncidentRequest.parse({
      kind: 'incident',
      impact: 'degraded',
      components: ['deployments'],
      title,
      text,
      key: nextKey(),
      ...request,
    }),
  );
const current = async () => (await listCurrentIncidents(ctx)).map(({ id }) => id);

test('an incident is told from its opening until it is resolved, and stays in the history with all that was said', async () => {
  const { id, state } = await open();
  assert.equal(state, 'investigating');
  assert.deepEqual(await current(), [id]);
  clock.advance(HOUR_MS);
  const said = { en: 'It works again.', fr: 'Tout fonctionne de nouveau.' };
  const over = await updateIncident(ctx, { incidentId: id, state: 'resolved', text: said, key: nextKey() });
  assert.deepEqual(
    over.updates.map((update) => update.state),
    ['resolved', 'investigating'],
  );
  assert.equal(over.overAt, clock.now().toISOString());
  assert.deepEqual(await current(), []);
  assert.ok((await readIncidentHistory(cloud.db.sql, clock.now())).some((incident) => incident.id === id));
  const again = await updateIncident(ctx, { incidentId: id, state: 'investigating', text, key: nextKey() });
  assert.equal(again.overAt, null, 'it was not over after all');
  await updateIncident(ctx, { incidentId: id, state: 'resolved', text, key: nextKey() });
});

test('pressed twice, at the same moment too, it is opened and updated once; another under the same key is refused', async () => {
  const key = nextKey();
  const [one, two] = await Promise.all([open({ key }), open({ key })]);
  assert.equal(one.id, two.id);
  await assert.rejects(open({ key, title: { en: 'Another', fr: 'Un autre' } }), { code: 'IDEMPOTENCY_CONFLICT' });
  const update = { incidentId: one.id, state: 'identified', text, key: nextKey() } as const;
  const both = await Promise.all([updateIncident(ctx, update), updateIncident(ctx, update)]);
  assert.deepEqual(
    both.map(({ updates }) => updates.length),
    [2, 2],
  );
  await assert.rejects(updateIncident(ctx, { ...update, state: 'monitoring' }), { code: 'IDEMPOTENCY_CONFLICT' });
  await updateIncident(ctx, { ...update, state: 'resolved', key: nextKey() });
});

test('maintenance is told above customers’ pages from a week before', async () => {
  const startsAt = new Date(clock.now().getTime() + 10 * DAY_MS).toISOString();
  const { id, state } = await open({ kind: 'maintenance', startsAt });
  assert.equal(state, 'scheduled');
  assert.deepEqual(await current(), []);
  clock.advance(3 * DAY_MS);
  assert.deepEqual(await current(), [id]);
  await updateIncident(ctx, { incidentId: id, state: 'completed', text, key: nextKey() });
});

test('states of the other kind, an incident that lies ahead and an end before the beginning are refused', async () => {
  const ahead = new Date(clock.now().getTime() + DAY_MS).toISOString();
  await assert.rejects(open({ startsAt: ahead }), { code: 'INVALID_REQUEST' });
  await assert.rejects(open({ startsAt: new Date(clock.now().getTime() - 91 * DAY_MS).toISOString() }), { code: 'INVALID_REQUEST' });
  await assert.rejects(open({ kind: 'maintenance', startsAt: ahead, endsAt: clock.now().toISOString() }), { code: 'INVALID_REQUEST' });
  const { id } = await open();
  await assert.rejects(updateIncident(ctx, { incidentId: id, state: 'completed', text, key: nextKey() }), { code: 'INVALID_REQUEST' });
  await assert.rejects(updateIncident(ctx, { incidentId: 'inc_none', state: 'resolved', text, key: nextKey() }), { code: 'NOT_FOUND' });
  const changed = await changeIncident(ctx, { incidentId: id, impact: 'outage' });
  assert.deepEqual([changed.impact, changed.title, changed.updates.length], ['outage', title, 1]);
  await updateIncident(ctx, { incidentId: id, state: 'resolved', text, key: nextKey() });
});

test('so many are open at a time and no more', async () => {
  const opened: string[] = [];
  for (let n = 0; n < 20; n += 1) opened.push((await open()).id);
  await assert.rejects(open(), { code: 'INVALID_REQUEST' });
  for (const incidentId of opened) await updateIncident(ctx, { incidentId, state: 'resolved', text, key: nextKey() });
  const { items, nextCursor } = await listIncidents(ctx, { limit: 5 });
  assert.equal(items.length, 5);
  assert.ok(nextCursor !== null);
});

test('a day of a component is the worst that was said of it, from its beginning to its end', () => {
  const now = new Date('2026-06-10T15:00:00-04:00');
  const of = { id: 'inc_1', state: 'resolved', title, endsAt: null, updates: [] } as const;
  const incidents = [
    {
      ...of,
      kind: 'incident',
      impact: 'degraded',
      components: ['api'],
      startsAt: '2026-06-08T23:30:00-04:00',
      overAt: '2026-06-09T00:30:00-04:00',
    },
    { ...of, kind: 'incident', impact: 'outage', components: ['api', 'network'], startsAt: '2026-06-09T10:00:00-04:00', overAt: null },
    {
      ...of,
      kind: 'maintenance',
      impact: 'degraded',
      components: ['network'],
      startsAt: '2026-06-07T10:00:00-04:00',
      overAt: '2026-06-07T11:00:00-04:00',
    },
    { ...of, kind: 'maintenance', impact: 'outage', components: ['billing'], startsAt: '2026-06-12T10:00:00-04:00', overAt: null },
    { ...of, kind: 'incident', impact: 'none', components: ['billing'], startsAt: '2026-06-09T10:00:00-04:00', overAt: null },
  ] as const;
  const days = new Map(
    componentDays(
      incidents.map((incident) => ({ ...incident, components: [...incident.components], updates: [] })),
      now,
    ).map((one) => [one.component, one.days]),
  );
  const last = (component: 'api' | 'network' | 'billing') =>
    days
      .get(component)
      ?.slice(-4)
      .map(({ is }) => is);
  assert.deepEqual(last('api'), ['up', 'degraded', 'outage', 'outage']);
  assert.deepEqual(last('network'), ['maintenance', 'up', 'outage', 'outage']);
  assert.deepEqual(last('billing'), ['up', 'up', 'up', 'up']);
  assert.equal(days.get('servers')?.length, 90);
});
