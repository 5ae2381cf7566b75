import type { AccountErased, ErasureBlocker } from '@boreal/contract/account/closing.ts';
import type { Tx } from '../../../db/connect.ts';
import { erasing } from '../../../db/erasing.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { lockPerson } from '../../ground/people/forget-person.store.ts';
import { forgetPerson } from '../../ground/people/remove-me.ts';
import { tryLockAccount, type LockedAccount } from '../../money/ledger/locked-account.store.ts';
import {
  blankActivity,
  blankOwn,
  blankUnchanging,
  countUnfinished,
  deleteOwn,
  findErasable,
  hasOtherAccount,
  isStated,
  lastMovementAt,
  selectMemberIds,
} from './erasure.store.ts';

/**
 * Erases for good what identifies the people of a closed account, and what they wrote: in one transaction, in every table. Invoices stay as
 * they were issued; transfers, hours and the audit log stay without names. Members who have no other account lose their sign-in.
 * Idempotent. For operators.
 * @throws NOT_FOUND · ACCOUNT_NOT_ERASABLE
 */
export function eraseAccount(ctx: Ctx, { accountId }: { accountId: string }): Promise<AccountErased> {
  return ctx.transact(async (tx) => {
    const locked = await tryLockAccount(tx, accountId);
    const account = await findErasable(tx, accountId);
    if (!locked || !account) throw notFound('account');
    if (account.erasedAt !== null) return { id: accountId, erasedAt: account.erasedAt.toISOString(), people: 0, changed: false };
    const blockers = await blockersOf(tx, locked);
    if (blockers.length > 0) throw new AppError('ACCOUNT_NOT_ERASABLE', { blockers });

    const at = ctx.clock.now();
    const people = await forgetPeople(tx, ctx, accountId);
    await deleteOwn(tx, accountId);
    await blankOwn(tx, { accountId, at });
    await blankActivity(tx, accountId);
    await erasing(tx, () => blankUnchanging(tx, accountId));
    await recordAudit(tx, ctx, { accountId, action: 'account.erased', target: accountId, detail: { people } });
    return { id: accountId, erasedAt: at.toISOString(), people, changed: true };
  });
}

async function blockersOf(tx: Tx, { id, credit }: LockedAccount): Promise<ErasureBlocker[]> {
  if (credit.closedAt === null) return ['open'];
  const { money, machines, cards } = await countUnfinished(tx, id);
  const moved = await lastMovementAt(tx, id);
  const blockers: ErasureBlocker[] = [];
  if (credit.balanceMicros > 0n) blockers.push('credit');
  if (money > 0n) blockers.push('money');
  if (machines > 0n) blockers.push('machines');
  if (cards > 0n) blockers.push('cards');
  // A statement names its buyer, and is issued once its month is over.
  if (moved !== null && !(await isStated(tx, billingMonth(moved).start))) blockers.push('statement');
  return blockers;
}

/** Members who belong to another account, or are operators, keep their sign-in. Returns how many people lost theirs. */
async function forgetPeople(tx: Tx, ctx: Ctx, accountId: string): Promise<number> {
  let people = 0;
  for (const userId of await selectMemberIds(tx, accountId)) {
    const person = await lockPerson(tx, userId);
    const stays =
      !person || person.role === 'operator' || person.operatorRole !== null || (await hasOtherAccount(tx, { userId, accountId }));
    if (stays) continue;
    await forgetPerson(tx, ctx, { userId, email: person.email.toLowerCase() });
    people += 1;
  }
  return people;
}
