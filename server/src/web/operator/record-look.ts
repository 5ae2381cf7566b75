import type { Parts } from '@boreal/contract/api/endpoint.ts';
import { IdText } from '@boreal/contract/values/ids.ts';
import { customerData, type OperatorPermission } from '@boreal/contract/operator/roles.ts';
import type { Permission } from '@boreal/contract/people/members.ts';
import type { FastifyRequest } from 'fastify';
import { recordHourly } from '../../core/ground/audit/record-hourly.ts';
import type { OperatorCtx } from '../../door/operator-ctx.ts';

/** What was read: the row's name, the permission it needs, and its parameters. */
interface Read {
  readonly method: string;
  readonly name: string;
  readonly needs: Permission | OperatorPermission | null;
  readonly takes?: Parts;
}

/**
 * Records an operator's look at customers' data before the data is shown: once an hour per account and row. The account comes from the
 * path, from the result, or from a query that narrows a list; for a list of all customers' data there is none. A query parameter that the
 * row does not take is ignored: it would name an account that nobody looked at.
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
