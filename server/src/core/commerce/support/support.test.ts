import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CreateTicketRequest, OPEN_TICKETS_MAX, ReplyTicketRequest } from '@boreal/contract/account/support.ts';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { refused } from '../../testing/refusals.ts';
import { startCloud } from '../../testing/cloud.ts';
import { addPerson } from '../../testing/people.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { answerTicket } from './answer-ticket.ts';
import { closeAnyTicket, closeTicket } from './close-ticket.ts';
import { createTicket } from './create-ticket.ts';
import { getAnyTicket, getTicket, getTicketToAnswer } from './get-ticket.ts';
import { listAllTickets, listTickets } from './list-tickets.ts';
import { replyTicket } from './reply-ticket.ts';
import { writeToCustomer } from './write-to-customer.ts';

const cloud = await startCloud();
const operator: Ctx = { ...cloud.ctx, door: 'operator', actor: { type: 'operator', id: null, name: 'root' } };
after(() => cloud.close());

const request = { subject: 'No answer by SSH', message: 'Since this morning.' };
const noticesOf = async (accountId: string) => {
  const rows = await cloud.db.sql.selectFrom('notices').selectAll().where('accountId', '=', accountId).orderBy('id').execute();
  return rows.map(({ kind, toEmail, toLanguage }) => [kind, toEmail, toLanguage]);
};
const statusOf = async (ticketId: string) => (await getAnyTicket(operator, { ticketId })).status;

test('a ticket goes back and forth, and each side is told of what the other writes', async () => {
  const { ctx } = await cloud.customer('0');
  const person = await addPerson(cloud.ctx, { accountId: ctx.accountId, role: 'developer', name: 'Denise', language: 'fr' });
  const { id: ticketId, status } = await createTicket(person.ctx, request);
  assert.equal(status, 'open');
  await replyTicket(person.ctx, { ticketId, message: 'And still.' });
  assert.equal(await statusOf(ticketId), 'open', 'nobody has answered yet');
  cloud.clock.advance(MINUTE_MS);
  await answerTicket(operator, { ticketId, message: 'We look into it.' });
  assert.equal(await statusOf(ticketId), 'waiting_for_customer');
  await replyTicket(person.ctx, { ticketId, message: 'Thank you.' });
  assert.equal(await statusOf(ticketId), 'waiting_for_operator');
  assert.equal((await closeAnyTicket(operator, { ticketId })).status, 'closed');
  await replyTicket(person.ctx, { ticketId, message: 'It came back.' });
  assert.equal(await statusOf(ticketId), 'waiting_for_operator', 'a closed one opens again');
  assert.equal((await closeTicket(person.ctx, { ticketId })).closedAt, cloud.clock.now().toISOString());

  const toPerson = [person.email, 'fr'];
  assert.deepEqual(await noticesOf(ctx.accountId), [
    ['ticket_opened', null, null],
    ['ticket_replied', null, null],
    ['ticket_answered', ...toPerson],
    ['ticket_replied', null, null],
    ['ticket_closed', ...toPerson],
    ['ticket_replied', null, null],
  ]);
  const seen = await getTicket(person.ctx, { ticketId });
  assert.deepEqual(
    seen.messages.map(({ from, author, message }) => [from, author, message]),
    [
      ['customer', 'Denise', 'Since this morning.'],
      ['customer', 'Denise', 'And still.'],
      ['operator', null, 'We look into it.'],
      ['customer', 'Denise', 'Thank you.'],
      ['customer', 'Denise', 'It came back.'],
    ],
  );
  assert.equal((await getAnyTicket(operator, { ticketId })).messages[2]?.author, 'root');
  const audit = await cloud.db.sql.selectFrom('auditEntries').select('action').where('target', '=', ticketId).orderBy('id').execute();
  assert.deepEqual(
    audit.map(({ action }) => action.replace('ticket.', '')),
    ['created', 'replied', 'answered', 'replied', 'closed', 'replied', 'closed'],
  );
});

test('closing twice changes nothing and tells nobody again', async () => {
  const { ctx } = await cloud.customer('0');
  const { id: ticketId } = await createTicket(ctx, request);
  const first = await closeAnyTicket(operator, { ticketId });
  cloud.clock.advance(MINUTE_MS);
  assert.deepEqual(await closeAnyTicket(operator, { ticketId }), first);
  assert.deepEqual(
    (await noticesOf(ctx.accountId)).map(([kind]) => kind),
    ['ticket_opened', 'ticket_closed'],
  );
});

test('an operator may write first; what a key opened is answered to the account, not to a person', async () => {
  const { ctx } = await cloud.customer('0');
  const ticket = await writeToCustomer({ ...operator, accountId: ctx.accountId }, { subject: 'Maintenance', message: 'On Friday.' });
  assert.equal(ticket.status, 'waiting_for_customer');
  const { id: ticketId } = await createTicket(ctx, request);
  await answerTicket(operator, { ticketId, message: 'Yes.' });
  assert.deepEqual(await noticesOf(ctx.accountId), [
    ['ticket_answered', null, null],
    ['ticket_opened', null, null],
    ['ticket_answered', null, null],
  ]);
  await assert.rejects(writeToCustomer({ ...operator, accountId: 'acc_none' }, request), refused('NOT_FOUND'));
});

test('somebody else’s ticket does not exist, whatever is asked of it', async () => {
  const [alice, bob] = [await cloud.customer('0'), await cloud.customer('0')];
  const { id: ticketId } = await createTicket(alice.ctx, request);
  for (const id of [ticketId, 'tkt_none']) {
    await assert.rejects(getTicket(bob.ctx, { ticketId: id }), refused('NOT_FOUND'));
    await assert.rejects(replyTicket(bob.ctx, { ticketId: id, message: 'Hello' }), refused('NOT_FOUND'));
    await assert.rejects(closeTicket(bob.ctx, { ticketId: id }), refused('NOT_FOUND'));
  }
  assert.deepEqual((await listTickets(bob.ctx)).items, []);
  assert.equal((await getTicket(alice.ctx, { ticketId })).messages.length, 1);
});

test('a ticket names a server of its own account only', async () => {
  const [alice, bob] = [await cloud.customer('10'), await cloud.customer('0')];
  const serverId = await alice.deploy('l4-x1');
  assert.equal((await createTicket(alice.ctx, { ...request, serverId })).serverId, serverId);
  await assert.rejects(createTicket(bob.ctx, { ...request, serverId }), refused('INVALID_REQUEST'));
  await assert.rejects(createTicket(alice.ctx, { ...request, serverId: 'srv_none' }), refused('INVALID_REQUEST'));
});

test('a viewer asks for help, too, reads all tickets, and writes to and closes the own alone', async () => {
  const { ctx } = await cloud.customer('0');
  const { ctx: viewer } = await addPerson(cloud.ctx, { accountId: ctx.accountId, role: 'viewer' });
  const { ctx: another } = await addPerson(cloud.ctx, { accountId: ctx.accountId, role: 'viewer' });
  const { id: theirs } = await createTicket(ctx, request);
  const { id: own } = await createTicket(viewer, request);
  assert.equal((await listTickets(viewer)).items.length, 2);
  assert.deepEqual(
    [(await getTicketToAnswer(viewer, { ticketId: own })).mayWrite, (await getTicketToAnswer(viewer, { ticketId: theirs })).mayWrite],
    [true, false],
  );
  await replyTicket(viewer, { ticketId: own, message: 'More' });
  assert.equal((await closeTicket(viewer, { ticketId: own })).status, 'closed');
  for (const [who, ticketId] of [
    [viewer, theirs],
    [another, own],
  ] as const) {
    await assert.rejects(replyTicket(who, { ticketId, message: 'x' }), refused('PERMISSION_DENIED'));
    await assert.rejects(closeTicket(who, { ticketId }), refused('PERMISSION_DENIED'));
  }
  // A member whose role may write answers for the others.
  assert.equal((await replyTicket(ctx, { ticketId: own, message: 'From us' })).from, 'customer');
});

test('an account has no more than so many tickets that are not closed, and lists come in pages', async () => {
  const { ctx } = await cloud.customer('0');
  for (let n = 0; n < OPEN_TICKETS_MAX; n += 1) await createTicket(ctx, { ...request, subject: `Ticket ${n}` });
  await assert.rejects(createTicket(ctx, request), refused('INVALID_REQUEST'));
  const seen: string[] = [];
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await listTickets(ctx, { limit: 20, cursor });
    seen.push(...items.map(({ subject }) => subject));
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: OPEN_TICKETS_MAX }, (_, n) => `Ticket ${OPEN_TICKETS_MAX - 1 - n}`),
  );
  const [newest] = (await listTickets(ctx, { limit: 1 })).items;
  await closeTicket(ctx, { ticketId: newest?.id ?? '' });
  await createTicket(ctx, request);
  const closed = await listAllTickets(operator, { accountId: ctx.accountId, status: 'closed' });
  assert.deepEqual(
    closed.items.map(({ id }) => id),
    [newest?.id],
  );
});

test('tickets are searched by subject and id; operators also find them by account, customers only their own', async () => {
  const [alice, bob] = [await cloud.customer('0'), await cloud.customer('0')];
  const { id } = await createTicket(alice.ctx, { ...request, subject: 'No answer by SSH_2' });
  await createTicket(alice.ctx, { ...request, subject: 'Another' });
  const mine = async (search: string, ctx = alice.ctx) => (await listTickets(ctx, { search })).items.map((ticket) => ticket.id);
  for (const search of ['answer BY', 'ssh_2', id]) {
    assert.deepEqual(await mine(search), [id], search);
    assert.deepEqual(await mine(search, bob.ctx), [], search);
  }
  for (const search of ['%', 'ssh-2', 'customer']) assert.deepEqual(await mine(search), [], search);
  const all = async (search: string) => (await listAllTickets(operator, { search })).items.map((ticket) => ticket.id);
  assert.deepEqual(await all('by ssh_2'), [id]);
  assert.equal((await all(alice.ctx.accountId)).length, 2);
  assert.ok((await all('customer')).includes(id), 'by the name of its account');
});

test('attachments are refused with a sentence, and what is written keeps its lines', () => {
  const problems = (body: unknown) =>
    CreateTicketRequest.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  assert.match(problems({ ...request, attachments: ['log.txt'] })?.[0] ?? '', /^attachments: Attachments are not supported yet\./);
  assert.equal(problems({ ...request, attachments: [] }), undefined);
  assert.equal(ReplyTicketRequest.parse({ message: ' one\n\ttwo ' }).message, 'one\n\ttwo');
  assert.equal(ReplyTicketRequest.parse({ message: 'bell\u0007' }).message, 'bell');
  for (const message of ['', ' ', '\u200b', 'x'.repeat(10_001)]) assert.notEqual(problems({ ...request, message }), undefined);
});

test('a message of any characters is told of in a mail that can be kept', async () => {
  const { ctx } = await cloud.customer('0');
  for (const message of ['🦫'.repeat(400), `x${'🦫'.repeat(400)}`, `${'🦫'.repeat(250)} ${'🦫'.repeat(250)}`]) {
    const { id: ticketId } = await createTicket(ctx, { ...request, message });
    await replyTicket(ctx, { ticketId, message });
    assert.equal((await getTicket(ctx, { ticketId })).messages.length, 2);
  }
  const notices = await cloud.db.sql.selectFrom('notices').select('data').where('accountId', '=', ctx.accountId).execute();
  assert.equal(notices.length, 6);
  for (const { data } of notices) assert.ok(JSON.stringify(data).includes('🦫 …'));
});

test('a message is never changed', async () => {
  const { ctx } = await cloud.customer('0');
  const { id } = await createTicket(ctx, request);
  await assert.rejects(
    cloud.db.sql.updateTable('ticketMessages').set({ message: 'other' }).where('ticketId', '=', id).execute(),
    /never changed/,
  );
});
