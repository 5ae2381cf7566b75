import { parseCad } from '@boreal/contract/values/money.ts';
import { creditAccount } from '../../../core/commerce/credit-by-hand/credit-account.ts';
import { listAccounts } from '../../../core/money/accounts/list-accounts.ts';
import { openAccount } from '../../../core/money/accounts/open-account.ts';
import { addPerson } from '../../../core/ground/people/add-person.ts';
import { findPersonByEmail } from '../../../core/ground/people/users.store.ts';
import { joining, type Ctx } from '../../../core/ground/ctx.ts';
import { OperatorError } from '../../operator-error.ts';
import { cad } from '../../output.ts';
import { requireCtx } from '../require-ctx.ts';
import type { Step } from '../step.ts';
import { nameOf, noteLink } from './operator.step.ts';

const CREDIT_CAD = '25';

/** A first customer with some credit, so that everything can be tried once. */
export const customerStep: Step = {
  name: 'customer',
  async plan(setup) {
    const { answers } = setup;
    const ctx = await setup.ctx();
    const [first] = ctx ? (await listAccounts(ctx, { limit: 1 })).items : [];
    const said = await answers.given('customer-email');
    if (first && !said) return { stands: `${first.name} (${first.id})`, changes: [] };
    const email = said ?? (await answers.get('customer-email', { byDefault: '' }));
    if (email === '') return { stands: 'none yet; whoever signs up on the site is one', changes: [] };
    if (ctx && (await findPersonByEmail(ctx.db.sql, email))) {
      if (first) return { stands: email, changes: [] };
      throw new OperatorError(`${email} is an operator here, and operators are no customers. Name another address with --customer-email.`);
    }
    const name = await answers.get('customer-name', { byDefault: nameOf(email) });
    const amountMicros = parseCad(await answers.get('credit', { byDefault: CREDIT_CAD })) ?? 0n;
    const run = async () => {
      await openFirstAccount(requireCtx(ctx), { email, name, amountMicros });
      await noteLink(setup, requireCtx(ctx), { email, next: 'and sign in as a customer' });
    };
    return {
      stands: `${name}, with ${cad(amountMicros)} CAD of credit`,
      changes: [{ verb: 'add', what: `the customer ${name} <${email}> with ${cad(amountMicros)} CAD`, run }],
    };
  },
};

/** All or nothing: an interrupted run starts over. */
async function openFirstAccount(
  ctx: Ctx,
  { email, name, amountMicros }: { email: string; name: string; amountMicros: bigint },
): Promise<void> {
  await ctx.transact(async (tx) => {
    const inTx = joining(ctx, tx);
    const { id: accountId } = await openAccount(inTx, { name });
    await addPerson(inTx, { email, name, role: 'customer', accountId });
    if (amountMicros > 0n) await creditAccount(inTx, { accountId, amountMicros, reason: 'Welcome', as: 'promo' });
  });
}
