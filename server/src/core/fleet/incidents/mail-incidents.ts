import { INCIDENT_UPDATES_MAX } from '@boreal/contract/fleet/incidents.ts';
import { Language } from '@boreal/contract/words/language.ts';
import { noticeShapes } from '@boreal/contract/account/notices.ts';
import type { Tx } from '../../../db/connect.ts';
import { notify } from '../../../db/notifications.ts';
import { addMs, MINUTE_MS } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { signStopLink } from '../../ground/links/stop-link.ts';
import { insertDeliveries } from '../../ground/mail/mail.store.ts';
import { recordForSubscribers } from '../../ground/notices/record-notice.ts';
import { endSubscription } from '../subscribers/stop-subscription.ts';
import { selectRefused, selectSubscribers } from '../subscribers/subscribers.store.ts';
import { beginMaintenance } from './begin-maintenance.ts';
import { endAnnouncements } from './end-announcement.ts';
import { ourComponents } from './incident.rules.ts';
import { saveIncident, type IncidentRow } from './incidents.store.ts';
import { anythingToTell, countDueMails, markTelling, selectTelling, takeRound, takeUntold, type Round } from './mail-incidents.store.ts';

/** The operator may correct a word or add more meanwhile: updates within this time become one mail. */
export const GRACE_MS = 2 * MINUTE_MS;
/** The least time between two mails about one incident, however many updates it gets. */
export const PAUSE_MS = 10 * MINUTE_MS;
/**
 * Mails written in one transaction. No more are written while as many wait to be sent, so that other mail is not stuck behind thousands.
 */
const BATCH = 500;
/** After this many refused mails in a row, we stop writing to an address. */
const REFUSED_MAX = 3;

/**
 * Mails subscribers what operators have posted. Returns how many mails were written. Safe with any number of workers: a round begins under
 * the incident's lock, and no mail of it is written twice.
 */
export async function mailIncidents(ctx: Ctx): Promise<number> {
  // Asked every few seconds; the answer is nearly always no.
  const now = ctx.clock.now();
  if (!(await anythingToTell(ctx.db.sql, { now, saidBy: addMs(now, -GRACE_MS) }))) return 0;
  await beginMaintenance(ctx);
  await endAnnouncements(ctx);
  while (await ctx.transact((tx) => beginRound(tx, ctx)));
  let made = 0;
  for (;;) {
    const some = await ctx.transact((tx) => mailSome(tx, ctx));
    if (some === null) return made;
    made += some;
  }
}

/** Starts a round for one incident that is due, with all updates since its last round. */
async function beginRound(tx: Tx, ctx: Ctx): Promise<boolean> {
  const now = ctx.clock.now();
  const row = await takeUntold(tx, { saidBy: addMs(now, -GRACE_MS), toldBy: addMs(now, -PAUSE_MS) });
  if (!row) return false;
  const updates = await selectTelling(tx, { incidentId: row.id, limit: INCIDENT_UPDATES_MAX });
  const [last, ...earlier] = updates;
  if (!last) return false;
  await recordForSubscribers(tx, ctx, { kind: 'incident_update', data: dataOf(row, updates), key: keyOf(last) });
  for (const { id } of earlier) await markTelling(tx, { id, telling: false, toldThrough: null });
  await markTelling(tx, { id: last.id, telling: true, toldThrough: '' });
  await saveIncident(tx, { id: row.id, toldAt: now });
  return true;
}

const keyOf = ({ id }: { id: string }) => `incident:${id}`;

function dataOf(row: IncidentRow, updates: Awaited<ReturnType<typeof selectTelling>>) {
  return noticeShapes.incident_update.parse({
    incidentId: row.id,
    kind: row.kind,
    impact: row.impact,
    components: ourComponents(row),
    title: { en: row.titleEn, fr: row.titleFr },
    state: row.state,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    updates: updates.map(({ state, textEn, textFr, at }) => ({ state, text: { en: textEn, fr: textFr }, at: at.toISOString() })),
  });
}

/** Writes the oldest round's mails for its next subscribers. Null if there is no round, or enough mail is waiting. */
async function mailSome(tx: Tx, ctx: Ctx): Promise<number | null> {
  if ((await countDueMails(tx, { wall: ctx.clock.wall(), atMost: BATCH })) >= BATCH) return null;
  const round = await takeRound(tx);
  if (!round) return null;
  const found = await selectSubscribers(tx, { after: round.toldThrough, until: round.begunAt, limit: BATCH });
  const refused = await selectRefused(tx, { ids: found.map(({ id }) => id), times: REFUSED_MAX });
  for (const id of refused) await endSubscription(tx, { id });
  if (refused.size > 0) ctx.log.info({ count: refused.size }, 'subscribers whose mail servers refuse their mail were removed');
  const told = found.filter(({ id }) => !refused.has(id));
  await insertDeliveries(tx, await Promise.all(told.map((subscriber) => mailTo(tx, ctx, round, subscriber))));
  const last = found.at(-1);
  const goesOn = last !== undefined && found.length === BATCH;
  if (told.length > 0) await notify(tx, 'mail_waits');
  await markTelling(tx, { id: round.id, telling: goesOn, toldThrough: last?.id ?? round.toldThrough });
  return told.length;
}

async function mailTo(tx: Tx, ctx: Ctx, { noticeId }: Round, { id, email, language }: { id: string; email: string; language: string }) {
  const createdAt = ctx.clock.now();
  return {
    id: newId('mail', createdAt),
    noticeId,
    accountId: null,
    kind: 'incident_update',
    toEmail: email,
    toName: null,
    language: Language.parse(language),
    secret: await signStopLink(tx, ctx, { for: 'stop incident mail', subscriberId: id }),
    status: 'waiting' as const,
    attempts: 0,
    nextTryAt: ctx.clock.wall(),
    leaseToken: 0,
    createdAt,
  };
}
