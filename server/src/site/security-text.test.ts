import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setCompany } from '../core/commerce/invoices/set-company.ts';
import { DAY_MS, MINUTE_MS } from '../kit/clock.ts';
import { contactLink } from './security-text.ts';
import { openTestSite, SITE_URL } from './testing.ts';

const site = await openTestSite();
after(() => site.close());
const read = () => site.get('/.well-known/security.txt', { accept: '*/*' });

test('whoever finds a weakness is told where to report it, until a day that is always ahead', async () => {
  assert.equal((await read()).status, 404, 'nobody has said where');
  await setCompany(site.cloud.ctx, { email: 'contact@gpu.example.com' });
  site.wait(2 * MINUTE_MS);
  for (const days of [0, 400]) {
    site.wait(days * DAY_MS);
    const { status, headers, text } = await read();
    assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8']);
    const fields = Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(': ')),
    );
    assert.deepEqual(Object.keys(fields), ['Contact', 'Expires', 'Preferred-Languages', 'Canonical']);
    assert.deepEqual([fields['Contact'], fields['Preferred-Languages']], ['mailto:contact@gpu.example.com', 'en, fr']);
    assert.equal(fields['Canonical'], `${SITE_URL}/.well-known/security.txt`);
    const ahead = (Date.parse(fields['Expires'] ?? '') - site.wall().getTime()) / DAY_MS;
    assert.ok(ahead > 30 && ahead < 365, String(ahead));
  }
});

test('the operator may name another place for it, as an address or a link', () => {
  const contacts = ['security@gpu.example.com', 'mailto:security@gpu.example.com', 'https://gpu.example.com/report'];
  assert.deepEqual(contacts.map(contactLink), ['mailto:security@gpu.example.com', ...contacts.slice(1)]);
});
