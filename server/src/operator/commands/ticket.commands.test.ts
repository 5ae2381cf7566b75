import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTicket } from '../../core/commerce/support/create-ticket.ts';
import { getTicket } from '../../core/commerce/support/get-ticket.ts';
import { idIn, jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('a ticket is listed, shown, answered and closed', async () => {
  const { ctx } = await cloud.customer('0');
  const { id } = await createTicket(ctx, { subject: 'No answer', message: 'Since this morning:\n\ttimeout\u001b[2J' });
  const listed = await cloud.run('ticket', 'list', '--status', 'open');
  assert.match(listed.out, /^ID +STATUS +ACCOUNT +SUBJECT +OPENED +LAST WRITTEN\n/);
  assert.match(listed.out, new RegExp(`${id} +open +Customer +No answer `));

  const answered = await cloud.run('ticket', 'answer', id, '--message', 'Try again, please.');
  assert.equal(answered.out, `Answered; the customer is told by mail. Ticket: ${id}\n`);
  const shown = await cloud.attempt('ticket', 'show', id);
  assert.match(shown.out, /^Ticket {2,}tkt_\w+\nSubject {2,}No answer\nStatus {2,}waiting for customer\n/);
  assert.match(shown.out, /Z {2}customer tests\n {2}Since this morning:\n {3}timeout \[2J\n\n/);
  assert.match(shown.out, /Z {2}operator \S+\n {2}Try again, please\.\n$/);

  assert.equal((await cloud.attempt('ticket', 'close', id)).out, `Closed. Ticket: ${id}\n`);
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('ticket', 'list', '--account', ctx.accountId, '--json')), {
    items: [{ id, status: 'closed', accountId: ctx.accountId }],
  });
});

test('an operator opens a ticket, and its customer reads it', async () => {
  const { ctx } = await cloud.customer('0');
  const opened = await cloud.attempt('ticket', 'open', ctx.accountId, '--subject', 'Maintenance', '--message', 'On Friday.');
  const ticket = await getTicket(ctx, { ticketId: idIn(opened, 'tkt') });
  assert.equal(ticket.status, 'waiting_for_customer');
  assert.deepEqual(
    ticket.messages.map(({ from, message }) => [from, message]),
    [['operator', 'On Friday.']],
  );
});

test('what cannot be done is said in a sentence', async () => {
  assert.match((await cloud.attempt('ticket', 'answer', 'tkt_none', '--message', 'x')).err, /^There is no such ticket\. .*ticket list\n/);
  assert.match((await cloud.attempt('ticket', 'open', 'acc_none', '--subject', 'x', '--message', 'x')).err, /^There is no such account\./);
  assert.equal((await cloud.attempt('ticket', 'answer', 'tkt_none', '--message', ' ')).code, 2);
});
