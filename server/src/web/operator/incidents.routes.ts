import * as rows from '@boreal/contract/endpoints/operator/incidents.ts';
import { announce } from '../../core/fleet/incidents/announce.ts';
import { changeIncident } from '../../core/fleet/incidents/change-incident.ts';
import { endAnnouncement } from '../../core/fleet/incidents/end-announcement.ts';
import { getIncident, listIncidents } from '../../core/fleet/incidents/list-incidents.ts';
import { openIncident } from '../../core/fleet/incidents/open-incident.ts';
import { updateIncident } from '../../core/fleet/incidents/update-incident.ts';
import { countSubscribers } from '../../core/fleet/subscribers/subscribers.store.ts';
import { bind } from '../../door/bind.ts';

/** What customers are told about incidents, planned work and news. */
export const incidentsRoutes = bind(rows, {
  listIncidents: (ctx, { query }) => listIncidents(ctx, query),
  countSubscribers: async (ctx) => ({ subscribers: await countSubscribers(ctx.db.sql) }),
  getIncident: (ctx, { params }) => getIncident(ctx, params),
  openIncident: (ctx, { body }) => openIncident(ctx, body),
  announce: (ctx, { body }) => announce(ctx, body),
  endAnnouncement: (ctx, { params }) => endAnnouncement(ctx, params),
  changeIncident: (ctx, { params, body }) => changeIncident(ctx, { ...params, ...body }),
  updateIncident: (ctx, { params, body }) => updateIncident(ctx, { ...params, ...body }),
});
