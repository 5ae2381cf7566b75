import type { OperatorLimits, OperatorRequest, OperatorRequestStatus } from '@boreal/contract/operator/requests.ts';
import { deedPermissions, type DeedKind } from '@boreal/contract/operator/deeds.ts';
import type { OperatorRole } from '@boreal/contract/operator/role.ts';
import { toCadOrNull } from '@boreal/contract/values/money.ts';
import { operatorMay } from '@boreal/contract/operator/roles.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { selectOperators } from '../../ground/operators/operators.store.ts';
import { pageById, type Page, type PageInput } from '../../ground/page.ts';
import { readLeftAlone } from '../second-operator/alone.ts';
import { ourDeed } from './our-deed.rules.ts';
import { countForOthers, OUR_DEEDS, selectRequests, type OperatorRequestRow } from '../second-operator/operator-requests.store.ts';

type Named = OperatorRequestRow & { accountName: string | null };

/** Requests that need a second operator, newest first, of the kinds that a role may decide; null: the command, which sees all. */
export async function listRequests(
  ctx: Ctx,
  input: PageInput & { status?: OperatorRequestStatus | undefined; role: OperatorRole | null },
): Promise<Page<OperatorRequest>> {
  const { status, role } = input;
  const now = ctx.clock.now();
  const kinds = kindsOf(role);
  const found = await pageById<Named>('operatorRequest', input, (lastId, limit) =>
    selectRequests(ctx.db.sql, { status, kinds, now, before: lastId ?? null, limit }),
  );
  return { items: found.items.flatMap((row) => tellRequest(row, now)), nextCursor: found.nextCursor };
}

function kindsOf(role: OperatorRole | null): readonly DeedKind[] {
  return OUR_DEEDS.filter((kind) => role === null || operatorMay(role, deedPermissions[kind]));
}

/** Omits requests that only a newer version understands. */
function tellRequest(row: Named, now: Date): OperatorRequest[] {
  const deed = ourDeed(row.deed);
  if (deed === null) return [];
  const { id, accountName, askedBy, askedByName, askedAt, expiresAt, decidedByName, decidedAt } = row;
  const told = {
    id,
    status: statusOf(row, now),
    deed,
    accountName,
    askedBy,
    askedByName,
    askedAt: askedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    decidedByName,
    decidedAt: decidedAt?.toISOString() ?? null,
  };
  return [told];
}

function statusOf({ decision, expiresAt }: OperatorRequestRow, now: Date): OperatorRequestStatus {
  if (decision === 'approved' || decision === 'declined') return decision;
  return decision === 'expired' || expiresAt <= now ? 'expired' : 'waiting';
}

/** What the caller may do without another operator, and whether there is another. */
export async function readOperatorLimits(ctx: Ctx, { role }: { role: OperatorRole }): Promise<OperatorLimits> {
  const { creditAloneMicros, priceAlonePercent } = ctx.rules;
  const left = await ctx.transact((tx) => readLeftAlone(tx, ctx));
  const others = (await selectOperators(ctx.db.sql)).filter(({ userId }) => userId !== ctx.actor.id);
  const whoMay = (kind: DeedKind) => others.filter((other) => operatorMay(other.role, deedPermissions[kind])).length;
  return {
    alone: toCadOrNull(creditAloneMicros),
    left: toCadOrNull(left),
    pricePercent: priceAlonePercent,
    waiting: await countForOthers(ctx.db.sql, { kinds: kindsOf(role), now: ctx.clock.now(), askedBy: ctx.actor.id }),
    others: {
      'payments.write': whoMay('refund'),
      'prices.write': whoMay('price_withdrawal'),
      'customers.write': whoMay('budget'),
    },
  };
}
