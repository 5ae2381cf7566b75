import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setAccountBudget } from '../../server/src/core/money/budgets/set-account-budget.ts';
import { SITE_URL } from './rest-cloud.ts';
import { FRENCH, type Walk } from './walk.ts';
import type { UnpaidCall } from './walk-row.ts';
import { accountAction, alternatives, inFrench, refusal, succeeded } from './walk-requests.ts';

/** What the operation itself refuses: 402 for want of credit or past a budget, 409 out of stock, and the state of things. */
export function refusesWithoutCharging(walk: Walk): void {
  if (walk.row.unpaid) refusesWithoutCredit(walk, walk.row.unpaid);
  if (walk.row.unpaid && !walk.row.takesNoCredit) refusesPastBudgets(walk, walk.row.unpaid);
  if (walk.row.soldOut) refusesOutOfStock(walk, walk.row.soldOut);
  refusesByState(walk);
}

type Unpaid = NonNullable<Walk['row']['unpaid']>;

function refusesWithoutCredit({ world, row, ask }: Walk, unpaid: Unpaid): void {
  const { takesNoCredit = false } = row;
  test('without the credit it is 402 with what is missing and where to pay; nothing is charged', async () => {
    for (const { by, costs, has, forHour = true, ...call } of await unpaid(world)) {
      const before = await by.balance();
      const english = await ask(call, { key: by.key });
      refusal(english, 402, takesNoCredit ? 'PAYMENT_REQUIRED' : 'INSUFFICIENT_CREDITS');
      if (!takesNoCredit) assert.partialDeepStrictEqual(english.json, { requiredCredits: costs, currentBalance: has });
      const { code, minimumCad, minimumTopupCad, message } = accountAction(english, SITE_URL);
      assert.deepEqual([code, minimumCad, minimumTopupCad], ['PAYMENT_REQUIRED', forHour ? costs : undefined, 25]);
      const french = await ask(call, { key: by.key, headers: FRENCH });
      inFrench(french, english);
      assert.notEqual(accountAction(french, SITE_URL).message, message);
      assert.equal(await by.balance(), before);
    }
  });
}

function refusesPastBudgets({ world, row, ask }: Walk, unpaid: Unpaid): void {
  const { alice, rest } = world;
  const { costs: goodCosts } = row;
  test('past a budget it is 402, whatever the credit, with where to raise it; nothing is charged', async () => {
    const rich: UnpaidCall[] = goodCosts === undefined ? [] : [{ by: alice, costs: goodCosts, has: 0, ...(await row.good(world)) }];
    for (const { by, costs, forHour = true, has: _has, ...call } of [...(await unpaid(world)), ...rich]) {
      const before = await by.balance();
      for (const limit of [{ monthLimitMicros: 0n }, { dayLimitMicros: 0n }]) {
        await setAccountBudget(rest.cloud.ctx, { accountId: by.accountId, ...limit });
        const english = await ask(call, { key: by.key });
        refusal(english, 402, 'BUDGET_CAP_REACHED');
        const { code, minimumCad, minimumTopupCad } = accountAction(english, SITE_URL);
        assert.deepEqual([code, minimumCad, minimumTopupCad], ['BUDGET_CAP_REACHED', forHour ? costs : undefined, 25]);
        inFrench(await ask(call, { key: by.key, headers: FRENCH }), english);
        await setAccountBudget(rest.cloud.ctx, { accountId: by.accountId, monthLimitMicros: null, dayLimitMicros: null });
      }
      assert.equal(await by.balance(), before);
    }
    if (goodCosts !== undefined) succeeded(await ask(await row.good(world)), 'without the budget');
  });
}

function refusesOutOfStock({ world, ask }: Walk, soldOut: NonNullable<Walk['row']['soldOut']>): void {
  const { alice } = world;
  test('when it is not to be had it is 409 with what is; nothing is charged', async () => {
    const before = await alice.balance();
    for (const call of soldOut(world)) {
      const english = await ask(call);
      assert.equal(refusal(english, 409, 'PLAN_NOT_AVAILABLE').message, 'GPU not currently available in this region');
      // All else of this cloud is sold out, and nothing is told twice or is the plan itself.
      assert.deepEqual(alternatives(english).toSorted(), ['l4-x1', 'l4-x1-spot', 'l4-x2', 'l4-x2-spot']);
      inFrench(await ask(call, { headers: FRENCH }), english);
    }
    assert.equal(await alice.balance(), before);
  });
}

function refusesByState({ world, row, ask }: Walk): void {
  const { alice, rest } = world;
  for (const [why, arrange] of Object.entries(row.refusals ?? {})) {
    test(`${why}: it is refused, and nothing is charged`, async () => {
      const { status, error, by = alice, ...call } = await arrange(world);
      const before = await by.balance();
      const english = await ask(call, { key: by.key });
      refusal(english, status, error);
      inFrench(await ask(call, { key: by.key, headers: FRENCH }), english);
      assert.equal(await by.balance(), before);
      await rest.cloud.settle();
    });
  }
}
