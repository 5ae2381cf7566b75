import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { OpenIncidentRequest } from '@boreal/contract/incidents.ts';
import { openIncident } from '../core/fleet/incidents/open-incident.ts';
import { updateIncident } from '../core/fleet/incidents/update-incident.ts';
import { openTestSite } from './testing.ts';

const site = await openTestSite();
after(() => site.close());

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
