import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CARDS, MAILS } from '@boreal/contract/api/console-rows.ts';
import { freshAddress, type BrowserAnswer } from './test-browser.ts';
import { closeWithoutBugs, openWebCloud } from './testing.ts';

const web = await openWebCloud({ hosts: {} });
after(() => closeWithoutBugs(web));

const { accountId } = (await web.cloud.customer('10')).ctx;
const owner = await web.person({ email: 'busy@example.com', belongs: { accountId, role: 'owner' } });
const post = (path: string, json: object | undefined, address: string) =>
  owner.post(`/api/console/accounts/${accountId}${path}`, json, { 'x-forwarded-for': address });

/** How often it is done before it is refused. Wherever the clock minute turns meanwhile, one of the minutes is full. */
async function untilRefused(ask: (address: string) => Promise<BrowserAnswer>): Promise<number> {
  const address = freshAddress();
  for (let done = 0; done <= 4 * MAILS; done += 1) {
    const answer = await ask(address);
    if (answer.status === 429) return done;
    assert.equal(answer.status, 201, answer.text);
  }
  assert.fail('never refused');
}

test('who has cards tried at their bank, one after the other, is soon refused', async () => {
  const tried = await untilRefused((address) => post('/cards', undefined, address));
  assert.ok(tried >= CARDS && tried <= 2 * CARDS, String(tried));
});

test('who writes to support again and again, which mails all who answer, is soon refused', async () => {
  const message = 'Are you there?';
  const opened = await untilRefused((address) => post('/tickets', { subject: 'Help', message }, address));
  assert.ok(opened >= MAILS && opened <= 2 * MAILS, String(opened));
  const { rows } = await web.cloud.db.pool.query<{ id: string }>('select id from tickets limit 1');
  const written = await untilRefused((address) => post(`/tickets/${rows[0]?.id}/messages`, { message }, address));
  assert.ok(written >= MAILS && written <= 2 * MAILS, String(written));
});
