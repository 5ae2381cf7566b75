import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { OpenIncidentRequest } from '@boreal/contract/fleet/incidents.ts';
import { announce } from '../core/fleet/incidents/announce.ts';
import { endAnnouncement } from '../core/fleet/incidents/end-announcement.ts';
import { openIncident } from '../core/fleet/incidents/open-incident.ts';
import { updateIncident } from '../core/fleet/incidents/update-incident.ts';
import { openTestSite } from './testing.ts';

const site = await openTestSite();
after(() => site.close());

test('the status page shows what is announced while it is news, and says of nothing that it is broken', async () => {
  const { id } = await announce(site.cloud.ctx, {
    title: { en: 'New prices <b>', fr: 'Nouveaux prix' },
    text: { en: 'An H100 costs less.', fr: 'Un H100 coûte moins.' },
    key: 'announced',
  });
  site.wait(60_000);
  await site.get('/status');
  const { text } = await site.get('/status');
  assert.match(text, /All systems operational/);
  assert.match(text, /<h2>Announcements<\/h2>[^]*New prices &lt;b&gt;[^]*An H100 costs less\./);
  assert.match(text, /No incidents in the last 90 days/);
  assert.doesNotMatch(text, /Ongoing incidents|No impact|with a reported problem/);
  assert.match((await site.get('/fr/status')).text, /<h2>Annonces<\/h2>[^]*Un H100 coûte moins\./);
  await endAnnouncement(site.cloud.ctx, { incidentId: id });
  site.wait(60_000);
  await site.get('/status');
  assert.doesNotMatch((await site.get('/status')).text, /New prices|Announcements/);
});

test('the status page shows what operators said, in the reader’s language, then and afterwards, and no markup of theirs', async () => {
  assert.match((await site.get('/status')).text, /No incidents in the last 90 days/);
  const request = OpenIncidentRequest.parse({
    kind: 'incident',
    impact: 'outage',
    components: ['network'],
    title: { en: 'Network away <b>', fr: 'Réseau absent' },
    text: { en: 'A fibre is cut.', fr: 'Une fibre est coupée.' },
    key: 'one',
  });
  const { id } = await openIncident(site.cloud.ctx, request);
  site.wait(60_000);
  await site.get('/status');
  const open = (await site.get('/status')).text;
  assert.match(open, /Network away &lt;b&gt;/);
  assert.match(open, /A fibre is cut\./);
  assert.match(open, /Degraded performance/, 'what operators say is not contradicted by what one process sees');
  assert.match(open, /90 days, 1 with a reported problem/);
  assert.match((await site.get('/fr/status')).text, /Une fibre est coupée\./);
  await updateIncident(site.cloud.ctx, {
    incidentId: id,
    state: 'resolved',
    text: { en: 'It is spliced.', fr: 'Elle est réparée.' },
    key: 'two',
  });
  site.wait(60_000);
  await site.get('/status');
  const over = (await site.get('/status')).text;
  assert.match(over, /<details>[^]*Network away[^]*It is spliced/);
  assert.match(over, /All systems operational/);
  site.loseDatabase();
  site.wait(60_000);
  assert.match((await site.get('/status')).text, /Network away/, 'while the database is away, the older history stays');
});
