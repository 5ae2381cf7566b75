import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../api/console-rows.ts';
import { IdText } from '../../values/ids.ts';
import { SubscriberCount } from '../../fleet/subscriptions.ts';
import { AnnounceRequest, ChangeIncidentRequest, Incident, OpenIncidentRequest, UpdateIncidentRequest } from '../../fleet/incidents.ts';
import { PageQuery } from '../../api/pages.ts';

const read = operatorReads('status.read');
const write = operatorChanges('status.write');
const params = z.object({ incidentId: IdText });

export const listIncidents = read.list('/incidents', 'Incidents, maintenance and announcements, the newest first', {
  takes: { query: PageQuery },
  of: Incident,
});

export const countSubscribers = read.get('/incidents/subscribers', 'How many addresses are told by mail', {
  takes: {},
  data: SubscriberCount,
});

export const getIncident = read.get('/incidents/:incidentId', 'One, with all that was said of it', {
  takes: { params },
  data: Incident,
  errors: ['NOT_FOUND'],
});

export const openIncident = write.post('/incidents', 'Tell customers what does not work, or when work is planned; once for each key', {
  takes: { body: OpenIncidentRequest },
  status: 201,
  data: Incident,
  errors: ['INVALID_REQUEST', 'IDEMPOTENCY_CONFLICT'],
});

export const announce = write.post(
  '/incidents/announcements',
  'Tell customers something new, of which nothing is broken; once for each key',
  {
    takes: { body: AnnounceRequest },
    status: 201,
    data: Incident,
    errors: ['INVALID_REQUEST', 'IDEMPOTENCY_CONFLICT'],
  },
);

export const endAnnouncement = write.post('/incidents/:incidentId/end', 'Show an announcement no longer', {
  takes: { params },
  data: Incident,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const changeIncident = write.put('/incidents/:incidentId', 'Correct how it is described', {
  takes: { params, body: ChangeIncidentRequest },
  data: Incident,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const updateIncident = write.post('/incidents/:incidentId/updates', 'Say how far it is; once for each key', {
  takes: { params, body: UpdateIncidentRequest },
  status: 201,
  data: Incident,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'IDEMPOTENCY_CONFLICT'],
});
