import { notFound } from '../../../kit/errors.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import { findAccount } from './accounts.store.ts';

/** For what operators do in an account of customers. @throws NOT_FOUND */
export async function inAccount(ctx: Ctx, accountId: string): Promise<CustomerCtx> {
  if (!(await findAccount(ctx.db.sql, accountId))) throw notFound('account');
  return { ...ctx, accountId };
}
