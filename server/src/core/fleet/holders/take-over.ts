import { engineSentences } from '@boreal/contract/request-sentences/engine.sentences.ts';
import { answerSignal } from '../../../engines/answer-limits.ts';
import type { Engine } from '../../../engines/engine.ts';
import { SECOND_MS } from '../../../kit/clock.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { askTakeOver, readHolderRow } from './holders.store.ts';
import { tendHolder } from './tend-holder.ts';

/** The least time an engine gets to answer. */
const AT_LEAST = { atLeastMs: 20 * SECOND_MS };

/**
 * Makes this database the one that drives the engine: the previous one stops within a minute, at its next look. For operators, who thereby
 * confirm that the other Boreal is stopped. Returns whether the engine records it; until it does, the other database cannot know.
 * @throws INVALID_REQUEST · EngineSilent nothing was changed
 */
export async function takeOverEngine(ctx: Ctx, engine: Engine): Promise<boolean> {
  const { name, holder } = engine;
  if (!holder) throw invalidRequest('engine', engineSentences.keepsNoHolder(name));
  const signal = answerSignal(engine, 'hosts', AT_LEAST);
  const before = await holder.read(signal);
  await ctx.transact(async (tx) => {
    await askTakeOver(tx, [name]);
    const detail = { from: before && { ...before } };
    await recordAudit(tx, ctx, { accountId: null, action: 'engine.taken_over', target: name, detail });
  });
  await tendHolder(ctx, engine, { counts: 'never', signal });
  const said = await holder.read(signal).catch(() => null);
  return said !== null && said.id === (await readHolderRow(ctx.db.sql, name)).holderId;
}
