import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import type { OpenIncidentRequest } from '@boreal/contract/fleet/incidents.ts';
import type { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import type { Handover, OutgoingMail } from '../../../mail/mailer.ts';
import { deliverMail } from '../../ground/mail/deliver-mail.ts';
import { startCloud } from '../../testing/cloud.ts';
import { saveSubscriber } from '../subscribers/subscribers.store.ts';
import { stopSubscription } from '../subscribers/stop-subscription.ts';
import { changeIncident } from './change-incident.ts';
import { getIncident } from './list-incidents.ts';
import { mailIncidents } from './mail-incidents.ts';
import { openIncident } from './open-incident.ts';
import { updateIncident } from './update-incident.ts';

const cloud = await startCloud({ hosts: {} });
after(() => cloud.close());
const { ctx, clock } = cloud;

let sent: OutgoingMail[] = [];
let answer: (mail: OutgoingMail) => Handover = () => ({ is: 'sent' });
const mailer = {
  name: 'folder',
  send: async (mail: OutgoingMail) => {
    const handover = answer(mail);
    if (handover.is === 'sent') sent.push(mail);
    return handover;
  },
  close: async () => undefined,
} as const;
const post = { mailer, siteUrl: 'https://gpu.example.com' } as const;

let keys = 0;
const nextKey = () => `key-${(keys += 1)}`;
const both = (text: string) => ({ en: text, fr: `${text} en français` });
const open = (more: Partial<z.input<typeof OpenIncidentRequest>> = {}) =>
  openIncident(ctx, {
    kind: 'incident',
    impact: 'degraded',
    components: ['deployments', 'network'],
    title: both('Slow starts'),
    text: both('We look into it.'),
    key: nextKey(),
    ...more,
  });
const say = (incidentId: string, state: 'identified' | 'monitoring' | 'resolved' | 'completed' | 'in_progress', text: string) =>
  updateIncident(ctx, { incidentId, state, text: both(text), key: nextKey() });
async function subscribe(id: string, language: 'en' | 'fr' = 'en'): Promise<string> {
  const email = `${id}@example.com`;
  await ctx.transact((tx) => saveSubscriber(tx, { id: `sub_${id}`, email, language, createdAt: clock.now() }));
  return email;
}
/** Advances time, and does what the worker does. Returns what was sent. */
async function wait(ms: number): Promise<OutgoingMail[]> {
  clock.advance(ms);
  sent = [];
  await mailIncidents(ctx);
  await deliverMail(ctx, post);
  return sent;
}
const subjects = (mails: readonly OutgoingMail[]) => mails.map(({ subject }) => subject);

beforeEach(async () => {
  answer = () => ({ is: 'sent' });
  await cloud.db.sql.deleteFrom('subscribers').execute();
  await cloud.db.sql.deleteFrom('mailDeliveries').execute();
  await cloud.db.sql.updateTable('incidentUpdates').set({ telling: false }).execute();
  await cloud.db.sql.updateTable('incidents').set({ overAt: clock.now(), state: 'resolved' }).execute();
});

test('subscribers are told of an opening, each update and the end, in their language, with what it is about', async () => {
  const [ann, bea] = [await subscribe('ann'), await subscribe('bea', 'fr')];
  const { id } = await open();
  const opened = await wait(2 * MINUTE_MS);
  assert.deepEqual(opened.map(({ to }) => to.email).toSorted(), [ann, bea]);
  const french = opened.find(({ to }) => to.email === bea) ?? assert.fail();
  assert.equal(french.subject, 'En cours d’examen\u00a0: Slow starts en français');
  assert.match(french.text, /^> We look into it\. en français$/m);
  assert.match(french.text, /^Composants\u00a0: Déploiements, Réseau$/m);
  assert.match(french.text, /^Répercussions\u00a0: Dégradé$/m);
  assert.match(french.text, /\/fr\/status$/m);
  await say(id, 'identified', 'A switch is broken.');
  assert.deepEqual(subjects(await wait(10 * MINUTE_MS)), ['Identified: Slow starts', 'Cause identifiée\u00a0: Slow starts en français']);
  await say(id, 'resolved', 'It works again.');
  assert.deepEqual(subjects(await wait(10 * MINUTE_MS)), ['Resolved: Slow starts', 'Résolu\u00a0: Slow starts en français']);
  assert.deepEqual(await wait(DAY_MS), []);
});

describe('an operator in a hurry', () => {
  test('who corrects a word within two minutes is not seen to have erred', async () => {
    await subscribe('ann');
    const { id } = await open({ title: both('Slwo starts') });
    assert.deepEqual(await wait(MINUTE_MS), []);
    await changeIncident(ctx, { incidentId: id, title: both('Slow starts'), impact: 'outage' });
    const [mail, ...more] = await wait(MINUTE_MS);
    assert.deepEqual([mail?.subject, more.length], ['Investigating: Slow starts', 0]);
    assert.match(mail?.text ?? '', /^Impact: Outage$/m);
    await changeIncident(ctx, { incidentId: id, title: both('Slow') });
    assert.deepEqual(await wait(HOUR_MS), [], 'a correction afterwards is no news');
  });

  test('who says ten things in a minute sends one mail, with all of them, and the next after ten minutes', async () => {
    await subscribe('ann');
    const { id } = await open();
    for (let n = 1; n <= 9; n += 1) await say(id, 'identified', `Cause number ${n}.`);
    const [mail, ...more] = await wait(2 * MINUTE_MS);
    assert.equal(more.length, 0);
    assert.match(mail?.text ?? '', /> Cause number 9\.\n[^]*Cause\s+number 8\.[^]*Cause\s+number 1\.[^]*We look\s+into it\./);
    await say(id, 'monitoring', 'It seems to work.');
    assert.deepEqual(await wait(9 * MINUTE_MS), []);
    assert.deepEqual(subjects(await wait(MINUTE_MS)), ['Monitoring: Slow starts']);
  });

  test('who wants no mail sends none', async () => {
    await subscribe('ann');
    const { id } = await open({ mail: false });
    await updateIncident(ctx, { incidentId: id, state: 'resolved', text: both('Over.'), key: nextKey(), mail: false });
    assert.deepEqual(await wait(HOUR_MS), []);
    const planned = await open({ kind: 'maintenance', startsAt: new Date(clock.now().getTime() + 5 * HOUR_MS).toISOString(), mail: false });
    const later = new Date(clock.now().getTime() + 6 * HOUR_MS).toISOString();
    await changeIncident(ctx, { incidentId: planned.id, startsAt: later });
    assert.deepEqual(await wait(HOUR_MS), [], 'what was never announced does not move, either');
    await wait(6 * HOUR_MS);
    assert.equal((await getIncident(ctx, { incidentId: planned.id })).state, 'in_progress');
    assert.deepEqual(await wait(HOUR_MS), [], 'and begins without a mail');
  });
});

describe('planned maintenance', () => {
  const hours = (count: number) => new Date(clock.now().getTime() + count * HOUR_MS).toISOString();
  const plan = (more: Partial<z.input<typeof OpenIncidentRequest>> = {}) =>
    open({ kind: 'maintenance', impact: 'none', title: both('New router'), startsAt: hours(10), endsAt: hours(12), ...more });

  test('is told when it is announced, when its time changes, when it begins and when it is over', async () => {
    await subscribe('ann');
    const { id } = await plan();
    const [announced] = await wait(2 * MINUTE_MS);
    assert.equal(announced?.subject, 'Scheduled: New router');
    assert.match(announced?.text ?? '', /^Begins: .*\(Eastern Time\)$/m);
    assert.match(announced?.text ?? '', /^Planned end: .*\(Eastern Time\)$/m);
    await changeIncident(ctx, { incidentId: id, startsAt: hours(20), endsAt: hours(22) });
    await changeIncident(ctx, { incidentId: id, startsAt: hours(24), endsAt: hours(26) });
    const moved = await wait(10 * MINUTE_MS);
    assert.deepEqual(subjects(moved), ['Scheduled: New router']);
    assert.match(moved[0]?.text ?? '', /The time has changed/);
    assert.deepEqual(await wait(10 * HOUR_MS), [], 'not at the time that it no longer has');
    assert.deepEqual(await wait(14 * HOUR_MS), [], 'a moment to correct it, here too');
    const [begun] = await wait(2 * MINUTE_MS);
    assert.equal(begun?.subject, 'In progress: New router');
    assert.match(begun?.text ?? '', /The planned work has begun/);
    assert.equal((await getIncident(ctx, { incidentId: id })).state, 'in_progress');
    await say(id, 'completed', 'Done.');
    assert.deepEqual(subjects(await wait(10 * MINUTE_MS)), ['Completed: New router']);
  });

  test('whose time is corrected before it was mailed has one mail, with the right time, and no change in its history', async () => {
    await subscribe('ann');
    const { id } = await plan();
    await changeIncident(ctx, { incidentId: id, startsAt: hours(100), endsAt: null });
    assert.equal((await wait(2 * MINUTE_MS)).length, 1);
    assert.equal((await getIncident(ctx, { incidentId: id })).updates.length, 1);
    assert.deepEqual(await wait(HOUR_MS), []);
  });

  test('that was called off does not begin', async () => {
    await subscribe('ann');
    const { id } = await plan();
    await say(id, 'completed', 'Called off.');
    await wait(2 * MINUTE_MS);
    assert.deepEqual(await wait(24 * HOUR_MS), []);
    assert.equal((await getIncident(ctx, { incidentId: id })).state, 'completed');
  });
});

describe('each subscriber gets each mail once', () => {
  test('with four workers at once, and a step that is repeated', async () => {
    for (let n = 100; n < 150; n += 1) await subscribe(`many-${n}`);
    await open();
    clock.advance(2 * MINUTE_MS);
    sent = [];
    await Promise.all(Array.from({ length: 4 }, () => mailIncidents(ctx)));
    await mailIncidents(ctx);
    await Promise.all(Array.from({ length: 4 }, () => deliverMail(ctx, post)));
    assert.equal(sent.length, 50);
    assert.equal(new Set(sent.map(({ to }) => to.email)).size, 50);
  });

  test('over a thousand of them, in batches that let other mail through', async () => {
    const rows = Array.from({ length: 1200 }, (_, n) => ({
      id: `sub_crowd${String(n).padStart(5, '0')}`,
      email: `crowd-${n}@example.com`,
      language: 'en',
      createdAt: clock.now(),
    }));
    await cloud.db.sql.insertInto('subscribers').values(rows).execute();
    await open();
    clock.advance(2 * MINUTE_MS);
    assert.equal(await mailIncidents(ctx), 500, 'no more wait than this');
    assert.equal(await mailIncidents(ctx), 0);
    sent = [];
    for (let n = 0; n < 4; n += 1) {
      await deliverMail(ctx, post);
      await mailIncidents(ctx);
    }
    assert.equal(new Set(sent.map(({ to }) => to.email)).size, 1200);
    assert.equal(sent.length, 1200);
  });

  test('and who subscribes after it was said is told from the next time on', async () => {
    const { id } = await open();
    assert.deepEqual(await wait(2 * MINUTE_MS), []);
    await subscribe('late');
    assert.deepEqual(await wait(10 * MINUTE_MS), []);
    await say(id, 'resolved', 'Over.');
    assert.equal((await wait(2 * MINUTE_MS)).length, 1);
  });
});

test('a mail can be stopped by its link, and whoever does gets not even what was waiting', async () => {
  const email = await subscribe('ann');
  const { id } = await open();
  answer = () => ({ is: 'refused', permanent: false, reason: 'greylisted' });
  await wait(2 * MINUTE_MS);
  await stopSubscription(ctx, { subscriberId: 'sub_ann' });
  answer = () => ({ is: 'sent' });
  await cloud.db.sql
    .updateTable('mailDeliveries')
    .set({ nextTryAt: new Date(0) })
    .where('status', '=', 'waiting')
    .execute();
  await say(id, 'resolved', 'Over.');
  assert.deepEqual(await wait(HOUR_MS), []);
  const row = await cloud.db.sql.selectFrom('mailDeliveries').selectAll().where('toEmail', '=', email).executeTakeFirstOrThrow();
  assert.deepEqual([row.status, row.secret], ['given_up', null]);
});

describe('an address', () => {
  async function incidents(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      await open();
      await wait(2 * MINUTE_MS);
    }
  }
  const subscribed = async () => (await cloud.db.sql.selectFrom('subscribers').select('email').execute()).map(({ email }) => email);

  test('whose server refuses three mails in a row is written to no more; one that took any of them stays', async () => {
    const [bad, good] = [await subscribe('bad'), await subscribe('good')];
    let refusals = 0;
    answer = ({ to }) => {
      if (to.email === bad) return { is: 'refused', permanent: true, reason: 'EENVELOPE: 550 no such user' };
      refusals += 1;
      return refusals % 3 === 0 ? { is: 'sent' } : { is: 'refused', permanent: true, reason: 'EENVELOPE: 552 full' };
    };
    await incidents(3);
    assert.deepEqual((await subscribed()).toSorted(), [bad, good]);
    await incidents(1);
    assert.deepEqual(await subscribed(), [good]);
    await incidents(3);
    assert.deepEqual(await subscribed(), [good]);
  });

  test('is not given up because our own mail server was away', async () => {
    const email = await subscribe('ann');
    answer = () => ({ is: 'refused', permanent: false, reason: 'ECONNREFUSED' });
    for (let n = 0; n < 4; n += 1) {
      await incidents(1);
      await cloud.db.sql
        .updateTable('mailDeliveries')
        .set({ attempts: 13, nextTryAt: new Date(0) })
        .where('status', '=', 'waiting')
        .execute();
      await deliverMail(ctx, post);
    }
    const { count } = await cloud.db.sql
      .selectFrom('mailDeliveries')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('status', '=', 'given_up')
      .executeTakeFirstOrThrow();
    assert.equal(Number(count), 4);
    assert.deepEqual(await subscribed(), [email]);
  });
});
