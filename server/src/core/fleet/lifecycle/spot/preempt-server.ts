import { serverSentences } from '@boreal/contract/request-sentences/servers.sentences.ts';
import type { Told } from '@boreal/contract/words/language.ts';
import type { Micros } from '@boreal/contract/values/money.ts';
import { invalidRequest, notFound } from '../../../../kit/errors.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';
import { shareMeterMark } from '../../../money/clocks/meter-mark.store.ts';
import { lockPreemptible } from '../../capacity/places/spot-gpus.store.ts';
import { requirePlan } from '../../../money/catalog/require-plan.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { preempt } from './preempt.ts';
import { findServer, type ServerRow } from '../../servers/servers.store.ts';

export interface PreemptedServer {
  /** Its current row: being hibernated, or in ERROR if it had never been active. */
  readonly server: ServerRow;
  readonly refundedMicros: Micros;
}

/**
 * Preempts a spot server without a buyer, as demand for on-demand servers would: its GPUs are free once its machine has left them. For
 * operators; the customer reads `reason`.
 * @throws NOT_FOUND · INVALID_REQUEST not a spot server, or one without GPUs to give up
 */
export function preemptServer(ctx: Ctx, input: { serverId: string; reason: string }): Promise<PreemptedServer> {
  return ctx.transact(async (tx) => {
    const found = await findServer(tx, input.serverId);
    if (!found || found.status === 'DELETED') throw notFound('server');
    if (!(await requirePlan(tx, found.planId)).spot) {
      throw invalidRequest('serverId', serverSentences.onDemand(found.planId));
    }
    await shareMeterMark(tx);
    await lockAccount(tx, found.accountId);
    const [serverId] = await lockPreemptible(tx, [found.id]);
    if (serverId === undefined) throw invalidRequest('serverId', refusal((await findServer(tx, found.id)) ?? found));
    const refundedMicros = await preempt(tx, ctx, { serverId, operatorsReason: input.reason });
    await recordAudit(tx, ctx, {
      accountId: found.accountId,
      action: 'server.preempted',
      target: serverId,
      detail: { reason: input.reason, refundedMicros: String(refundedMicros) },
    });
    return { server: (await findServer(tx, serverId)) ?? found, refundedMicros };
  });
}

function refusal({ status, task }: ServerRow): Told {
  if (task === 'backing_up') return serverSentences.beingBackedUp;
  const what = task === null ? status : `${status}, ${task}`;
  return serverSentences.noGpusToGiveUp(what);
}
