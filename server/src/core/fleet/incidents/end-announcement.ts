import type { Incident } from '@boreal/contract/fleet/incidents.ts';
import { incidentSentences } from '@boreal/contract/request-sentences/incidents.sentences.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { dropUntold, lockIncident, saveEnded, saveIncident } from './incidents.store.ts';
import { tellIncident } from './tell-incident.ts';

/**
 * Stops showing an announcement, and drops its mails that were not sent yet. No effect on one that has ended. For operators.
 * @throws NOT_FOUND · INVALID_REQUEST it is no announcement
 */
export function endAnnouncement(ctx: Ctx, { incidentId }: { incidentId: string }): Promise<Incident> {
  return ctx.transact(async (tx) => {
    const row = await lockIncident(tx, incidentId);
    if (!row) throw notFound('incident');
    if (row.kind !== 'announcement') throw invalidRequest('incidentId', incidentSentences.onlyAnnouncements);
    if (row.overAt !== null) return tellIncident(tx, row);
    const change = { state: 'ended', overAt: ctx.clock.now() };
    await saveIncident(tx, { id: incidentId, ...change });
    await dropUntold(tx, incidentId);
    await recordAudit(tx, ctx, { accountId: null, action: 'incident.ended', target: incidentId, detail: {} });
    return tellIncident(tx, { ...row, ...change });
  });
}

/** Closes announcements that have reached their end, without an update or a mail. Safe with any number of workers. */
export async function endAnnouncements(ctx: Ctx): Promise<void> {
  await saveEnded(ctx.db.sql, ctx.clock.now());
}
