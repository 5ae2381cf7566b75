import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { MemberRole } from '../../contract/people/members.ts';
import { assertAccessible, signIn } from '../testing/browser.ts';
import { button, title } from '../testing/console-page.ts';
import { operatedBoreal } from '../testing/operated-boreal.ts';

const stage = operatedBoreal({});
const { ask, own } = stage;

/** Somebody else who becomes a member of the customer’s account, in this role. */
async function signInMember(role: MemberRole) {
  const [, member] = (await stage.home.demo()).customers;
  await giveRole(member.email, role);
  const visitor = await stage.open();
  await signIn(visitor.page, member);
  return { ...visitor, email: member.email };
}

/** In place of any other account: whoever signs in is then in this one. */
function giveRole(email: string, role: MemberRole): Promise<void> {
  return stage.home.inDatabase(async ({ sql }) => {
    const { id: userId } = await sql.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    await sql.updateTable('memberships').set({ accountId: stage.customer.accountId, role }).where('userId', '=', userId).execute();
  });
}

async function ticketOfAurore(subject: string): Promise<string> {
  return z.object({ id: z.string() }).parse(await ask(stage.aurore, 'POST', own('/tickets'), { subject, message: 'Since this morning.' }))
    .id;
}

const reply = (page: Page) => page.getByLabel('Reply');

test('a viewer opens a ticket, writes to it, closes it, and reopens it by writing', async () => {
  const { page, problems, close } = await signInMember('viewer');
  await page.goto('/console/support');
  await button(page, 'Contact support').click();
  await page.getByLabel('Subject').fill('How do I read last month’s usage?');
  await page.getByLabel('Message').fill('I only view this account.');
  await button(page, 'Send').click();
  await title(page, 'How do I read last month’s usage?');
  await reply(page).fill('I found it under Costs.');
  await button(page, 'Send').click();
  await page.getByRole('log').getByText('I found it under Costs.').waitFor();
  await button(page, 'Close ticket').click();
  await page.getByText('Closed', { exact: true }).waitFor();
  await assertAccessible(page);
  await reply(page).fill('One more thing.');
  await button(page, 'Send').click();
  await page.getByRole('log').getByText('One more thing.').waitFor();
  await page.getByText('Closed', { exact: true }).waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
  await close();
});

test('of another member’s ticket a viewer reads every message, and is offered nothing that would be refused', async () => {
  const id = await ticketOfAurore('No answer by SSH');
  await ask(stage.operator, 'POST', `/operator/tickets/${id}/messages`, { message: 'The host was restarted.' });
  const { page, problems, close } = await signInMember('viewer');
  await page.goto('/console/support');
  await page.getByRole('link', { name: 'No answer by SSH' }).click();
  await title(page, 'No answer by SSH');
  for (const text of ['Since this morning.', 'The host was restarted.']) await page.getByRole('log').getByText(text).waitFor();
  await page.getByText(/^Another member opened this ticket/).waitFor();
  assert.equal(await reply(page).count(), 0);
  for (const name of ['Send', 'Close ticket']) assert.equal(await button(page, name).count(), 0, name);
  await assertAccessible(page);
  assert.deepEqual(problems, []);
  await close();
});

test('who became a viewer with the page open keeps what they wrote, and is told why it is not sent', async () => {
  const id = await ticketOfAurore('Slow disk');
  const { page, problems, email, close } = await signInMember('developer');
  await page.goto(`/console/support/${id}`);
  await reply(page).fill('It is slow here, too.');
  await giveRole(email, 'viewer');
  await button(page, 'Send').click();
  await page.getByRole('alert').filter({ hasText: 'role' }).waitFor();
  assert.equal(await reply(page).inputValue(), 'It is slow here, too.');
  await assertAccessible(page);
  await page.reload();
  await page.getByText(/^Another member opened this ticket/).waitFor();
  assert.equal(await reply(page).count(), 0);
  const { messages } = z.object({ messages: z.array(z.unknown()) }).parse(await ask(stage.aurore, 'GET', own(`/tickets/${id}`)));
  assert.equal(messages.length, 1);
  assert.deepEqual(problems, []);
  await close();
});
