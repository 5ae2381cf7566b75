import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { HOUR_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { createKey } from '../../ground/keys/create-key.ts';
import { inviteMember } from '../../ground/members/invite-member.ts';
import { reactivateAccount, suspendAccount } from '../../money/accounts/suspend-account.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { addPerson, type TestPerson } from '../../testing/people.ts';
import { creditAccount } from '../credit-by-hand/credit-account.ts';
import { debitAccount } from '../credit-by-hand/debit-account.ts';
import { createOrder } from '../orders/create-order.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { setAutoReload } from '../top-ups/set-auto-reload.ts';
import { closeAccount } from './close-account.ts';
import { previewClosing } from './preview-closing.ts';

const RUNS = Number(process.env['BOREAL_PROPERTY_RUNS'] ?? 6);
const SEED = process.env['BOREAL_PROPERTY_SEED'];

/** What customers, their keys and operators do while an account is being closed. */
const acts = {
  close: async ({ owner }) => {
    const { servers } = await previewClosing(owner.ctx);
    await closeAccount(owner.ctx, { confirmName: 'Customer', deleteServerIds: servers.map(({ id }) => id) });
  },
  deploy: async ({ customer }) => void (await customer.deploy()),
  order: async ({ customer }) => {
    const order = { productId: 'h100-sxm-x1', cycle: 'monthly', region: 'canada-montreal', autoRenew: true } as const;
    await createOrder(customer.ctx, { ...order, sshKeyId: customer.sshKeyId });
  },
  topUp: async ({ customer }) => void (await createTopUp(customer.ctx, { amountCad: 25 })),
  reload: async ({ owner }) => void (await setAutoReload(owner.ctx, { enabled: true, thresholdCad: 500, amountCad: 25 })),
  settle: ({ cloud }) => cloud.tendMoney(),
  meter: ({ cloud }) => cloud.meter(),
  makeKey: async ({ owner }) => void (await createKey(owner.ctx, { accountId: owner.ctx.accountId, access: 'full', name: 'ci' })),
  invite: async ({ owner }, n) => void (await inviteMember(owner.ctx, { email: `late-${n}@example.com`, role: 'developer' })),
  hibernate: ({ customer, first }) => customer.act(first, 'hibernate'),
  restore: ({ customer, first }) => customer.act(first, 'hibernate-restore'),
  remove: ({ customer, first }) => customer.remove(first),
  suspend: async ({ cloud, customer }) => void (await suspendAccount(cloud.ctx, { accountId: customer.ctx.accountId, reason: 'A check' })),
  reactivate: async ({ cloud, customer }) => void (await reactivateAccount(cloud.ctx, { accountId: customer.ctx.accountId })),
  credit: async ({ cloud, customer }) =>
    void (await creditAccount(cloud.ctx, { accountId: customer.ctx.accountId, amountMicros: 1_000_000n, reason: 'Goodwill' })),
  debit: async ({ cloud, customer }) =>
    void (await debitAccount(cloud.ctx, { accountId: customer.ctx.accountId, amountMicros: 1_000_000n, reason: 'Twice' })),
} as const satisfies Record<string, (world: World, n: number) => Promise<void>>;
type Act = keyof typeof acts;

interface World {
  readonly cloud: Cloud;
  readonly customer: Customer;
  readonly owner: TestPerson;
  readonly first: string;
}

const isAct = (name: string): name is Act => name in acts;
const act = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Act>('close') },
  { weight: 7, arbitrary: fc.constantFrom(...Object.keys(acts).filter(isAct)) },
);
const rounds = fc.array(fc.array(act, { minLength: 2, maxLength: 8 }), { minLength: 1, maxLength: 4 });

describe('whatever is asked of an account while it is closed', () => {
  let cloud: Cloud;
  before(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [8, 8] } });
  });
  after(() => cloud.close());

  test('no server, key, invitation or card outlives it, it is charged no more, and the books are right to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const world = await startWorld(cloud);
        for (const round of all) {
          await Promise.all(round.map((name, n) => allowed(acts[name](world, n))));
          await cloud.pass(20 * 60_000);
        }
        await comeToAnEnd(world);
        await nothingIsLeft(world);
        await assertBooks(cloud);
      }),
      { numRuns: RUNS, endOnFailure: true, ...(SEED !== undefined && { seed: Number(SEED) }) },
    );
  });
});

async function startWorld(cloud: Cloud): Promise<World> {
  const customer = await payingCustomer(cloud, { cad: '50' });
  const owner = await addPerson(cloud.ctx, { accountId: customer.ctx.accountId, role: 'owner' });
  const first = await customer.deploy();
  await cloud.settle();
  return { cloud, customer, owner, first };
}

/** An expected refusal is as valid as any other result. */
async function allowed(done: Promise<void>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** Open charges get their answers, and then nothing prevents closing the account. */
async function comeToAnEnd(world: World): Promise<void> {
  const { cloud, customer } = world;
  await cloud.pass(HOUR_MS);
  await reactivateAccount(cloud.ctx, { accountId: customer.ctx.accountId });
  if ((await closedAt(world)) === null) await acts.close(world);
  assert.ok(await closedAt(world));
}

async function closedAt({ cloud, customer }: World): Promise<Date | null> {
  const rows = cloud.db.sql.selectFrom('ledgerAccounts').select('closedAt').where('id', '=', customer.ctx.accountId);
  return (await rows.executeTakeFirstOrThrow()).closedAt;
}

async function nothingIsLeft({ cloud, customer }: World): Promise<void> {
  const { accountId } = customer.ctx;
  const db = cloud.db.sql;
  await cloud.pass(HOUR_MS);
  const balance = await customer.balance();
  await cloud.pass(3 * HOUR_MS);
  assert.equal(await customer.balance(), balance, 'it is still charged');
  const of = { accountId };
  const live = await db.selectFrom('servers').select(['id', 'status']).where('accountId', '=', of.accountId).execute();
  assert.deepEqual(
    live.filter(({ status }) => status !== 'DELETED'),
    [],
  );
  for (const { id } of live) assert.equal(await cloud.gpusTaken(id), 0, `${id} still has GPUs`);
  const keys = db.selectFrom('apiKeys').select('id').where('accountId', '=', of.accountId).where('revokedAt', 'is', null);
  assert.deepEqual(await keys.execute(), []);
  const invited = db.selectFrom('invitations').select('id').where('accountId', '=', of.accountId).where('revokedAt', 'is', null);
  assert.deepEqual(await invited.execute(), []);
  const cards = db.selectFrom('cards').select('id').where('accountId', '=', of.accountId).where('status', 'in', ['active', 'pending']);
  assert.deepEqual(await cards.execute(), []);
  const open = db.selectFrom('payments').select('id').where('accountId', '=', of.accountId).where('settledAt', 'is', null);
  assert.deepEqual(await open.execute(), []);
}
