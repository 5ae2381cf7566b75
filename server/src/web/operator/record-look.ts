import type { Parts } from '@boreal/contract/api/endpoint.ts';
import { IdText } from '@boreal/contract/values/ids.ts';
import { customerData, type OperatorPermission } from '@boreal/contract/operator/roles.ts';
import type { Permission } from '@boreal/contract/people/members.ts';
import type { FastifyRequest } from 'fastify';
import { recordHourly } from '../../core/ground/audit/record-hourly.ts';
import type { OperatorCtx } from '../../door/operator-ctx.ts';

/** What was read: the name of its row, what the row needs, and what it takes. */
interface Read {
  readonly method: string;
  readonly name: string;
  readonly needs: Permission | OperatorPermission | null;
  readonly takes?: Parts;
}

/**
 * Writes down that an operator looked at customers' data, before they see it: once an hour for each account and row. The account is
 * the one that the path, what was found, or a query that narrows a list names; a list of all customers' names none. A query that the
 * row does not take is no excuse: it would name an account that nobody looked at.
 */
export async function recordLook(ctx: OperatorCtx, read: Read, request: FastifyRequest, found: unknown): Promise<void> {
  const { method, name, needs, takes } = read;
  if (method !== 'GET' || !customerData.some((permission) => permission === needs)) return;
  const target = accountIn(request.params) ?? accountIn(found) ?? accountIn(takes?.query?.safeParse(request.query).data);
  await recordHourly(ctx, { action: 'operator.looked', about: name, target, detail: {} });
}

function accountIn(part: unknown): string | null {
  const named = typeof part === 'object' && part !== null && 'accountId' in part ? IdText.safeParse(part.accountId) : null;
  return named?.data ?? null;
}
