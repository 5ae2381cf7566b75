import type { OperatorDeed } from '@boreal/contract/operator/deeds.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { findAddressee } from '../../ground/people/users.store.ts';
import type { OperatorRequestRow } from '../second-operator/operator-requests.store.ts';

/** Mails the requester the outcome, unless they withdrew the request themselves. */
export async function tellAsker(
  tx: Tx,
  ctx: Ctx,
  of: { request: OperatorRequestRow; deed: OperatorDeed; decision: 'approved' | 'declined' | 'expired'; by: string | null },
): Promise<void> {
  const { request, deed, decision, by } = of;
  if (request.askedBy === null || (decision !== 'expired' && request.askedBy === ctx.actor.id)) return;
  const person = await findAddressee(tx, request.askedBy);
  if (!person) return;
  const to = { email: person.email, name: person.name, language: person.language };
  const data = { requestId: request.id, deed, decision, by };
  await recordNotice(tx, ctx, { accountId: null, kind: 'second_operator_decided', serverId: null, data, to });
}
