import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Cookie } from 'playwright-core';
import { z } from 'zod';
import type { DemoCustomer } from '../testing/boreal-process-home.ts';
import { browsedBoreal } from '../testing/browsed-boreal.ts';
import { assertAccessible, assertFits, signIn, type Visitor, type VisitorOptions } from '../testing/browser.ts';
import { button, go, inDialog, title } from '../testing/console-page.ts';

let aurore: DemoCustomer;
/** Aurore’s session: only so many may sign in from one address in a minute. */
let signedIn: Cookie[];
let third: DemoCustomer;
const stage = browsedBoreal({}, async () => {
  [aurore, , third] = (await stage.home.demo()).customers;
  const { page, close } = await stage.open();
  await signIn(page, aurore);
  signedIn = await page.context().cookies();
  await close();
});

async function openAurore(options: Partial<VisitorOptions> = {}): Promise<Visitor> {
  const visitor = await stage.open(options);
  await visitor.page.context().addCookies(signedIn);
  await visitor.page.goto('/console');
  return visitor;
}

test('a key made in the console works on REST, is shown once, and is refused as soon as it is revoked', async () => {
  const { page, problems, close } = await openAurore();
  await go(page, 'API keys');
  await button(page, 'Create key').click();
  await inDialog(page, 'Create key').click();
  await page.getByRole('dialog').getByText('Enter a name.').first().waitFor();
  await page.getByRole('dialog').getByLabel('Name').fill('ci');
  await page.getByRole('radio', { name: 'Read only' }).check();
  await assertAccessible(page);
  await inDialog(page, 'Create key').click();
  const key = await page.getByText(/^gpu_[0-9A-Za-z]{40,}$/).textContent();
  await assertAccessible(page);
  const rest = (method: string) =>
    fetch(`${stage.boreal.baseUrl}/servers`, { method, headers: { authorization: `Bearer ${key}`, origin: stage.boreal.siteUrl } });
  assert.equal((await rest('GET')).status, 200);
  assert.equal((await rest('POST')).status, 401, 'it only reads');

  await button(page, 'I’ve saved it').click();
  await page.getByRole('row', { name: /ci gpu_/ }).waitFor();
  assert.equal((await page.content()).includes(String(key)), false, 'it is not on the page any more');
  await button(page, 'Revoke ci').click();
  await inDialog(page, 'Revoke').click();
  await page.getByRole('row', { name: /ci gpu_/ }).waitFor({ state: 'detached' });
  assert.equal((await rest('GET')).status, 401);
  assert.deepEqual(problems, []);
  await close();
});

test('an agent’s key made in the console asks above its limit, launches once somebody approved, and ends when revoked', async () => {
  const { page, problems, close } = await openAurore();
  await go(page, 'Agents');
  await button(page, 'Connect an agent').click();
  await page.getByLabel('Name').fill('Scout');
  await page.getByLabel('Read only').uncheck();
  await page.getByLabel('Launch and run servers').check();
  await page.getByText('Without a monthly limit, this agent can spend all of the account’s credit.').waitFor();
  await page.getByLabel('Credit per month').fill('200');
  await page.getByLabel('Require approval above').fill('1');
  await button(page, 'Create key').click();
  await title(page, 'Scout can connect');
  const key = (await page.getByText(/^svc_mcp_[0-9A-Za-z]{40,}$/).textContent()) ?? '';
  for (const [client, words] of [
    [
      'Claude Code',
      `claude mcp add --scope user --transport http boreal ${stage.boreal.siteUrl}/api/mcp --header "Authorization: Bearer ${key}"`,
    ],
    ['Claude Desktop', 'mcp-remote'],
    ['Cursor', '"mcpServers"'],
    ['VS Code', '${input:boreal-key}'],
    ['Codex', '[mcp_servers.boreal]'],
    ['Gemini CLI', '"httpUrl"'],
    ['Copilot CLI', '"tools"'],
    ['OpenCode', '"remote"'],
    ['Windsurf', '"serverUrl"'],
    ['Zed', '"context_servers"'],
    ['Other clients', `Authorization: Bearer ${key}`],
  ] as const) {
    await page.getByRole('tab', { name: client }).click();
    await page.getByRole('tabpanel').getByText(words).first().waitFor();
  }
  await assertAccessible(page);

  const agent = await openAgent(key);
  assert.ok((await agent.client.listTools()).tools.some(({ name }) => name === 'svc_create_server'));
  const { key: sshKey } = z
    .object({ key: z.object({ id: z.string() }) })
    .parse(await agent.call('svc_generate_ssh_key', { name: 'scout' }));
  const plan = { productId: 'l4-x1', sshKeyId: sshKey.id, name: 'scouted' };
  assert.equal(refusalOf(await agent.confirm('svc_create_server', plan)), 'APPROVAL_REQUIRED');

  // Wherever one is, without a reload.
  const waiting = page.getByRole('navigation').getByRole('link', { name: /^Approvals\s*1 waiting$/ });
  await waiting.waitFor();
  await assertAccessible(page);
  await go(page, 'Overview');
  const attention = page.getByRole('alert').filter({ hasText: 'Scout is waiting for you to approve spending.' });
  await attention.waitFor();
  await assertAccessible(page);
  await attention.getByRole('link', { name: 'Review' }).click();
  const asked = page.getByRole('article', { name: 'Launch a server, Scout' });
  await asked.getByText('productId: l4-x1').waitFor();
  await assertAccessible(page);
  await asked.getByRole('button', { name: /^Approve/ }).click();
  await asked.waitFor({ state: 'detached' });
  await waiting.waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /Scout Launch a server/ })
    .getByText('Approved')
    .waitFor();
  assert.equal(refusalOf(await agent.confirm('svc_create_server', plan)), null);
  await page.reload();
  await page
    .getByRole('row', { name: /Scout Launch a server/ })
    .getByText('Approved and used')
    .waitFor();

  await go(page, 'Agents');
  await go(page, 'Open Scout');
  await page.getByText('$1.09 of $200.00').waitFor();
  await page
    .getByRole('row', { name: /svc_create_server/ })
    .getByText('APPROVAL_REQUIRED')
    .waitFor();
  await button(page, 'Edit permissions and limits').click();
  await page.getByRole('dialog').getByLabel('Servers at once').fill('1');
  await assertAccessible(page);
  await inDialog(page, 'Save').click();
  await page.getByRole('row', { name: 'Servers at once' }).getByText('1 of 1').waitFor();
  await button(page, 'Revoke key').click();
  await inDialog(page, 'Revoke key').click();
  await title(page, 'Agents');
  await page.getByRole('link', { name: 'Open Scout' }).waitFor({ state: 'detached' });
  await assert.rejects(() => agent.client.listTools());
  await assert.rejects(() => openAgent(key));
  await agent.client.close();
  assert.deepEqual(problems, []);
  await close();
});

test('an agent charges the card once somebody has seen which card and how much, and approved it', async () => {
  const { page, problems, close } = await openAurore();
  await page.goto('/console/agents/new');
  await page.getByLabel('Name').fill('Payer');
  const looks = () => page.evaluate('getComputedStyle(document.querySelector("fieldset input[type=checkbox]")).borderStyle');
  assert.equal(await looks(), 'dashed', 'what cannot be ticked is seen to be so');
  await page.getByLabel('Read only').uncheck();
  assert.equal(await looks(), 'solid');
  await page.getByLabel('Charge the saved card').check();
  await page.getByLabel('Per card charge').fill('100');
  await page.getByLabel('Card charges per month').fill('200');
  await page.getByLabel('Require approval above').fill('1');
  await button(page, 'Create key').click();
  const agent = await openAgent((await page.getByText(/^svc_mcp_[0-9A-Za-z]{40,}$/).textContent()) ?? '');
  const topUp = { amountCad: 25 };
  assert.equal(refusalOf(await agent.confirm('svc_topup_credits', topUp)), 'APPROVAL_REQUIRED');
  await page.goto('/console/approvals');
  const asked = page.getByRole('article', { name: 'Buy credit with the card, Payer' });
  await asked.getByRole('button', { name: /^Approve/ }).click();
  const charged = /^\w+ ending in \d{4} will be charged up to \$28\.74, once, when Payer asks again by .+ \(within a day\)\.$/;
  await page.getByRole('dialog').getByText(charged).waitFor();
  await assertAccessible(page);
  await inDialog(page, 'Cancel').click();
  assert.equal(refusalOf(await agent.confirm('svc_topup_credits', topUp)), 'APPROVAL_REQUIRED');
  await asked
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click();
  await inDialog(page, 'Approve up to $28.74').click();
  await page
    .getByRole('row', { name: /Payer Buy credit with the card/ })
    .getByText('Approved')
    .first()
    .waitFor();
  assert.equal(refusalOf(await agent.confirm('svc_topup_credits', topUp)), null);
  await agent.client.close();
  assert.deepEqual(problems, []);
  await close();
});

test('a ticket is opened, answered and closed; the audit log tells who did it', async () => {
  const { page, problems, close } = await openAurore();
  await go(page, 'Support');
  await button(page, 'Contact support').click();
  await page.getByLabel('Subject').fill('No answer by SSH');
  await page.getByLabel('Message').fill('Since this morning.\nI have restarted it.');
  await button(page, 'Send').click();
  await title(page, 'No answer by SSH');
  await page.getByLabel('Reply').fill('It was my firewall.');
  await button(page, 'Send').click();
  await page.getByRole('log').getByText('It was my firewall.').waitFor();
  await button(page, 'Close ticket').click();
  await page.getByText('Closed', { exact: true }).waitFor();
  await assertAccessible(page);

  await go(page, 'Audit log');
  await page.getByLabel('Action').selectOption({ label: 'Ticket closed' });
  await page.getByRole('row', { name: /Ticket opened/ }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Aurore.*Ticket closed/ }).waitFor();
  await button(page, 'Details: Ticket closed').click();
  await page.getByRole('dialog').getByText('Console').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test('somebody is invited, and the profile is kept', async () => {
  const { page, problems, close } = await stage.open();
  await signIn(page, third);
  await go(page, 'Members');
  await button(page, 'Invite member').click();
  await page.getByLabel('Email address').fill('dev@example.com');
  await page.getByLabel('Viewer').check();
  await assertAccessible(page);
  await inDialog(page, 'Send invitation').click();
  await page.getByRole('row', { name: /dev@example.com.*Viewer/ }).waitFor();
  await button(page, 'Leave account').click();
  await inDialog(page, 'Leave account').click();
  await page.getByRole('alert').getByText('An account always has an owner.').waitFor();
  await inDialog(page, 'Cancel').click();

  await go(page, 'Profile & security');
  await page.getByLabel('Company').fill('Calcul inc.');
  await page.getByLabel('Province or territory').selectOption({ label: 'Quebec' });
  await button(page, 'Save').click();
  await page.getByText('This postal code lies in another province. Check both.').first().waitFor();
  await page.getByLabel('Postal code').fill('h3b1a5');
  await button(page, 'Add a tax number').click();
  await page.getByLabel('Number', { exact: true }).fill('123456789 rt 0001');
  await button(page, 'Save').click();
  await page.getByText('Profile saved.').waitFor();
  await page.reload();
  assert.equal(await page.getByLabel('Postal code').inputValue(), 'H3B 1A5');
  assert.equal(await page.getByLabel('Number', { exact: true }).inputValue(), '123456789RT0001');
  assert.deepEqual(problems, []);
  await close();
});

/** Words that every English sentence has some of, and no French one. */
const ENGLISH = /\b(the|and|your|you|this|that|with|from|not|yet|it|are|is|was|to|of|by|what|who)\b/i;

const PAGES = [
  ['api-keys', 'Clés API'],
  ['agents', 'Agents'],
  ['agents/new', 'Connecter un agent'],
  ['approvals', 'Approbations'],
  ['members', 'Membres'],
  ['support', 'Soutien'],
  ['support/new', 'Écrire au soutien'],
  ['audit', 'Journal d’audit'],
  ['profile', 'Profil'],
  ['profile/security', 'Sécurité'],
] as const;

test('every page is French all the way, fits a telephone, and is open to everybody', async () => {
  const { page, problems, close } = await openAurore({ language: 'fr-CA', width: 390, scheme: 'dark' });
  for (const [path, name] of PAGES) {
    await page.goto(`/console/${path}`);
    await title(page, name);
    await page.locator('main .mantine-Loader-root').first().waitFor({ state: 'detached' });
    const shown = z.array(z.string()).parse(await page.evaluate(SHOWN));
    // Names that people gave are theirs.
    const english = shown.filter((text) => ENGLISH.test(text) && !['It was my firewall.', 'No answer by SSH'].includes(text));
    assert.deepEqual(english, [], `${path} has English left`);
    await assertFits(page);
    await assertAccessible(page);
  }
  assert.deepEqual(problems, []);
  await close();
});

/** Every text on the page, and every text that is only said. */
const SHOWN = `[
  ...document.body.innerText.split('\\n'),
  ...[...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((one) =>
    ['aria-label', 'placeholder', 'title'].map((name) => one.getAttribute(name) ?? '')),
].map((text) => text.trim()).filter((text) => text !== '')`;

const Quoted = z.looseObject({ quote: z.looseObject({ confirmationToken: z.string() }) });

/** An agent with the official client. */
async function openAgent(key: string) {
  const client = new Client({ name: 'scout', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${stage.boreal.baseUrl}/mcp`), { requestInit }));
  const call = async (name: string, args: Record<string, unknown>) => (await client.callTool({ name, arguments: args })).structuredContent;
  const confirm = async (name: string, args: Record<string, unknown>) => {
    const { quote } = Quoted.parse(await call(name, args));
    return call(name, { ...args, confirmationToken: quote.confirmationToken });
  };
  return { client, call, confirm };
}

function refusalOf(answer: unknown): string | null {
  return z.object({ error: z.object({ code: z.string() }).optional() }).parse(answer).error?.code ?? null;
}
