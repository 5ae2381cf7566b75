import { IdText } from '@boreal/contract/ids.ts';
import { customerData, type OperatorPermission } from '@boreal/contract/operator-roles.ts';
import type { Permission } from '@boreal/contract/members.ts';
import type { FastifyRequest } from 'fastify';
import { recordHourly } from '../../core/ground/audit/record-hourly.ts';
import type { OperatorCtx } from '../../door/operator-ctx.ts';

/** What was read: the name of its row, and what the row needs. */
interface Read {
  readonly method: string;
  readonly name: string;
  readonly needs: Permission | OperatorPermission | null;
}

/**
 * Writes down that an operator looked at customers' data, before they see it: once an hour for each account and row. The account is
 * the one that the path, the query or what was found names; a list of all customers' names none.
 */
export async function recordLook(ctx: OperatorCtx, { method, name, needs }: Read, request: FastifyRequest, found: unknown): Promise<void> {
  if (method !== 'GET' || !customerData.some((permission) => permission === needs)) return;
  const target = accountIn(request.params) ?? accountIn(request.query) ?? accountIn(found);
  await recordHourly(ctx, { action: 'operator.looked', about: name, target, detail: {} });
}

function accountIn(part: unknown): string | null {
  const named = typeof part === 'object' && part !== null && 'accountId' in part ? IdText.safeParse(part.accountId) : null;
  return named?.data ?? null;
}
