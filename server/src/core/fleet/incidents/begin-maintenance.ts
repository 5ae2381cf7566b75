import { incidentNews } from '@boreal/contract/fleet/incident-news.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../../kit/ids.ts';
import { isTold } from './incident.rules.ts';
import { insertUpdate, saveIncident, selectUpdates, takeScheduled } from './incidents.store.ts';

/**
 * Posts that planned maintenance has begun once its time has come, because the operator may be busy with the work. Returns how many. Safe
 * with any number of workers.
 */
export function beginMaintenance(ctx: Ctx): Promise<number> {
  return ctx.transact(async (tx) => {
    const at = ctx.clock.now();
    const due = await takeScheduled(tx, at);
    const updates = await selectUpdates(
      tx,
      due.map(({ id }) => id),
    );
    for (const row of due) {
      const { id: incidentId, startsAt } = row;
      const telling = isTold(
        row,
        updates.filter((update) => update.incidentId === incidentId),
      );
      const id = newId('incidentUpdate', at);
      const { en, fr } = incidentNews.begun;
      const key = `begun ${startsAt.toISOString()}`;
      await insertUpdate(tx, { id, incidentId, state: 'in_progress', textEn: en, textFr: fr, key, at, telling });
      await saveIncident(tx, { id: incidentId, state: 'in_progress' });
    }
    return due.length;
  });
}
