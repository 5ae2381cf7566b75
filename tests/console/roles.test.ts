import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { rolePermissions, type MemberRole, type Permission } from '../../contract/people/members.ts';
import { signIn } from '../testing/browser.ts';
import { consolePages } from '../testing/every-page.ts';
import { fillWithLongNames } from '../testing/long-names.ts';
import { operatedBoreal } from '../testing/operated-boreal.ts';
import { watchRequests } from '../testing/watch-requests.ts';

const stage = operatedBoreal({ BOREAL_TIME_SCALE: '60', BOREAL_CREDIT_ALONE_CAD: '100' });

/** Pages that are for doing one thing, and what it takes. */
const WORK = [
  ['/console/deploy', 'servers.write'],
  ['/console/agents/new', 'keys.write'],
  ['/console/billing/add-credits', 'billing.write'],
  ['/console/billing/payment-methods/add', 'billing.write'],
  ['/console/support/new', 'tickets.write'],
  ['/console/profile/close', 'account.write'],
] as const satisfies readonly (readonly [string, Permission])[];
const ROLES = ['viewer', 'developer', 'billing'] as const;

// First empty: what a new account is invited to do is not for all of its members.
test('nobody is led to work that their role does not include, in a new account', async (t) => {
  const invite = [
    '',
    '/servers',
    '/ssh-keys',
    '/agents',
    '/billing',
    '/billing/transactions',
    '/billing/orders',
    '/billing/payment-methods',
  ];
  const pages = invite.map((path) => `/console${path}`);
  for (const role of ROLES) assert.deepEqual(await walk(role, pages, t), [], role);
  assert.ok((await walk('owner', pages, t)).length > 3, 'an owner is led there');
});

test('nobody is led to work that their role does not include, in an account with everything', async (t) => {
  const pages = consolePages(await fillWithLongNames(stage)).customer;
  assert.deepEqual(await walk('viewer', pages, t), []);
});

/** Signs in as somebody of that role, looks at the pages, and answers the links that lead to work. */
async function walk(role: MemberRole, paths: readonly string[], t: TestContext): Promise<string[]> {
  const { accountId, email, password } = stage.customer;
  await stage.home.inDatabase(({ sql }) => sql.updateTable('memberships').set({ role }).where('accountId', '=', accountId).execute());
  const visitor = await stage.open();
  await signIn(visitor.page, { email, password });
  const settled = watchRequests(visitor.page);
  const may: readonly Permission[] = rolePermissions[role];
  const sought = WORK.filter(([, needs]) => (role === 'owner') === may.includes(needs));
  const found: string[] = [];
  for (const path of paths) {
    await visitor.page.goto(path);
    await settled();
    const links = await linksOf(visitor.page);
    assert.ok(links.length > 3, `${path} has its navigation`);
    found.push(...links.filter((link) => sought.some(([work]) => link === work)).map((link) => `${path} leads to ${link}`));
  }
  t.diagnostic(`${role}: ${paths.length} pages`);
  await visitor.close();
  return found;
}

function linksOf(page: Page): Promise<string[]> {
  return page.locator('a[href^="/"]').evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href')?.split('?')[0] ?? ''));
}
