import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { AnnounceRequest, OpenIncidentRequest } from '@boreal/contract/fleet/incidents.ts';
import type { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { startCloud } from '../../testing/cloud.ts';
import { saveSubscriber } from '../subscribers/subscribers.store.ts';
import { announce } from './announce.ts';
import { changeIncident } from './change-incident.ts';
import { componentDays } from './component-days.rules.ts';
import { endAnnouncement } from './end-announcement.ts';
import { getIncident, listCurrentIncidents, listIncidents, readIncidentHistory } from './list-incidents.ts';
import { mailIncidents } from './mail-incidents.ts';
import { openIncident } from './open-incident.ts';
import { updateIncident } from './update-incident.ts';

const cloud = await startCloud({ hosts: {} });
after(() => cloud.close());
const { ctx, clock } = cloud;
let keys = 0;
const nextKey = () => `key-${(keys += 1)}`;
const title = { en: 'New prices', fr: 'Nouveaux prix' };
const text = { en: 'An H100 costs less from Monday.', fr: 'Un H100 coûte moins dès lundi.' };
const inTime = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();
const make = (more: Partial<z.input<typeof AnnounceRequest>> = {}) => announce(ctx, { title, text, key: nextKey(), ...more });
const open = (more: Partial<z.input<typeof OpenIncidentRequest>> = {}) =>
  openIncident(ctx, { kind: 'incident', impact: 'degraded', components: ['api'], title, text, key: nextKey(), ...more });
const current = async () => (await listCurrentIncidents(ctx)).map(({ id }) => id);
const publicly = async () => (await readIncidentHistory(cloud.db.sql, clock.now())).map(({ id }) => id);
async function mailed(afterMs: number): Promise<number> {
  clock.advance(afterMs);
  return mailIncidents(ctx);
}

beforeEach(async () => {
  await cloud.db.sql.updateTable('incidents').set({ overAt: clock.now(), state: 'ended' }).execute();
  await cloud.db.sql.updateTable('incidentUpdates').set({ telling: false }).execute();
  const subscriber = { id: `sub_${nextKey()}`, email: `${nextKey()}@example.com`, language: 'fr' } as const;
  await cloud.db.sql.deleteFrom('subscribers').execute();
  await ctx.transact((tx) => saveSubscriber(tx, { ...subscriber, createdAt: clock.now() }));
});

test('an announcement is told from its beginning to its end, above pages and publicly, and ends by itself', async () => {
  const { id, state } = await make({ startsAt: inTime(HOUR_MS), endsAt: inTime(DAY_MS) });
  assert.equal(state, 'announced');
  assert.deepEqual([await current(), await publicly()], [[], []], 'nobody hears of it before its time');
  clock.advance(HOUR_MS);
  assert.deepEqual([await current(), await publicly()], [[id], [id]]);
  assert.deepEqual((await listCurrentIncidents(ctx))[0]?.text, text);
  clock.advance(DAY_MS);
  assert.deepEqual([await current(), await publicly()], [[], []], 'nobody waits for a worker');
  for (let times = 0; times < 2; times += 1) await mailIncidents(ctx);
  const ended = await getIncident(ctx, { incidentId: id });
  assert.deepEqual([ended.state, ended.overAt, ended.updates.length], ['ended', ended.endsAt, 1]);
});

test('what is announced says of nothing that it is broken', async () => {
  const announced = await make();
  assert.deepEqual([announced.impact, announced.components], ['none', []]);
  const days = componentDays([announced], clock.now()).flatMap((component) => component.days);
  assert.ok(days.every(({ is }) => is === 'up'));
  const { id: incidentId } = announced;
  await assert.rejects(changeIncident(ctx, { incidentId, impact: 'outage' }), { code: 'INVALID_REQUEST' });
  await assert.rejects(changeIncident(ctx, { incidentId, components: ['api'] }), { code: 'INVALID_REQUEST' });
  await assert.rejects(updateIncident(ctx, { incidentId, state: 'investigating', text, key: nextKey() }), { code: 'INVALID_REQUEST' });
});

test('pressed twice, it is announced once; another under the same key is refused', async () => {
  const key = nextKey();
  const [one, two] = await Promise.all([make({ key }), make({ key })]);
  assert.equal(one.id, two.id);
  await assert.rejects(make({ key, title: { en: 'Another', fr: 'Une autre' } }), { code: 'IDEMPOTENCY_CONFLICT' });
});

test('an operator ends it at once, as often as they press, and it is not begun again', async () => {
  const { id: incidentId } = await make();
  const more = { en: 'From Tuesday.', fr: 'Dès mardi.' };
  const { updates } = await updateIncident(ctx, { incidentId, state: 'announced', text: more, key: nextKey() });
  assert.equal(updates.length, 2);
  assert.deepEqual((await listCurrentIncidents(ctx))[0]?.text, more, 'what was said last is told');
  const first = await endAnnouncement(ctx, { incidentId });
  clock.advance(MINUTE_MS);
  const again = await endAnnouncement(ctx, { incidentId });
  assert.deepEqual([first.state, again.overAt], ['ended', first.overAt]);
  assert.deepEqual(await current(), []);
  await assert.rejects(updateIncident(ctx, { incidentId, state: 'announced', text, key: nextKey() }), { code: 'INVALID_REQUEST' });
  await assert.rejects(changeIncident(ctx, { incidentId, endsAt: inTime(DAY_MS) }), { code: 'INVALID_REQUEST' });
  const logged = await cloud.db.sql.selectFrom('auditEntries').select('action').where('target', '=', incidentId).orderBy('id').execute();
  assert.deepEqual(
    logged.map(({ action }) => action),
    ['incident.announced', 'incident.updated', 'incident.ended'],
  );
  const incident = await openIncident(ctx, { kind: 'incident', impact: 'none', components: ['api'], title, text, key: nextKey() });
  await assert.rejects(endAnnouncement(ctx, { incidentId: incident.id }), { code: 'INVALID_REQUEST' });
  await assert.rejects(endAnnouncement(ctx, { incidentId: 'inc_none' }), { code: 'NOT_FOUND' });
});

test('an end before the beginning, or in the past, is refused', async () => {
  await assert.rejects(make({ startsAt: inTime(DAY_MS), endsAt: inTime(HOUR_MS) }), { code: 'INVALID_REQUEST' });
  await assert.rejects(make({ startsAt: inTime(-DAY_MS), endsAt: inTime(-HOUR_MS) }), { code: 'INVALID_REQUEST' });
});

test('subscribers are mailed it only if the operator says so, and when it begins', async () => {
  const quiet = await make();
  assert.equal(await mailed(HOUR_MS), 0);
  await updateIncident(ctx, { incidentId: quiet.id, state: 'announced', text: title, key: nextKey() });
  assert.equal(await mailed(HOUR_MS), 0, 'nor what is said of it later');
  await updateIncident(ctx, { incidentId: quiet.id, state: 'announced', text, key: nextKey(), mail: true });
  assert.equal(await mailed(2 * MINUTE_MS), 1);

  await make({ mail: true, startsAt: inTime(HOUR_MS) });
  assert.equal(await mailed(HOUR_MS), 0, 'while nobody can read it');
  assert.equal(await mailed(2 * MINUTE_MS), 1);
  assert.equal(await mailed(HOUR_MS), 0);

  const withdrawn = await make({ mail: true });
  await endAnnouncement(ctx, { incidentId: withdrawn.id });
  assert.equal(await mailed(HOUR_MS), 0, 'what was withdrawn in time is mailed to nobody');
});

test('what a newer version has written is left to it, and keeps nobody from the rest', async () => {
  const words = { kind: 'wish', state: 'hoped', impact: 'grave' } as const;
  for (const checked of ['kind', 'impact']) await cloud.db.pool.query(`alter table incidents drop constraint incidents_${checked}_check`);
  const ours = await open({ components: ['api', 'billing'] });
  const theirs: string[] = [];
  for (const [name, word] of Object.entries(words)) {
    const { id } = await open();
    await cloud.db.pool.query(`update incidents set ${name} = $1 where id = $2`, [word, id]);
    theirs.push(id);
  }
  await cloud.db.pool.query(`update incidents set components = '{api,quantum}' where id = $1`, [ours.id]);
  await updateIncident(ctx, { incidentId: ours.id, state: 'identified', text, key: nextKey() });
  await cloud.db.pool.query(`update incident_updates set state = 'hoped' where incident_id = $1 and state = 'identified'`, [ours.id]);

  const told = await listIncidents(ctx, {});
  const [found] = told.items.filter(({ id }) => id === ours.id);
  assert.deepEqual([found?.components, found?.updates.map(({ state }) => state)], [['api'], ['investigating']]);
  for (const listed of [told.items.map(({ id }) => id), await current(), await publicly()]) {
    assert.ok(listed.includes(ours.id));
    for (const id of theirs) assert.ok(!listed.includes(id), id);
  }
  for (const incidentId of theirs) {
    await assert.rejects(getIncident(ctx, { incidentId }), { code: 'NOT_FOUND' });
    await assert.rejects(updateIncident(ctx, { incidentId, state: 'resolved', text, key: nextKey() }), { code: 'NOT_FOUND' });
  }
  assert.equal(await mailed(HOUR_MS), 1, 'only what was said of ours');
});
