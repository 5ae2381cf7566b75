import { adoptionSentences } from '@boreal/contract/request-sentences/adoption.sentences.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Sql } from '../../../db/connect.ts';
import { answerSignal } from '../../../engines/answer-limits.ts';
import type { Engine, MachineAsFound } from '../../../engines/engine.ts';
import { SECOND_MS } from '../../../kit/clock.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { findAccount } from '../../money/accounts/accounts.store.ts';
import { findImage, findPlan } from '../../money/catalog/catalog.store.ts';
import type { Plan } from '../../money/catalog/plan.ts';
import { readRecord, sizeOf, type MachineRecord } from './machine-record.rules.ts';

/** The least time an engine gets to answer. */
const AT_LEAST = { atLeastMs: 30 * SECOND_MS };

/** A machine without a row whose record names its account, with the account, plan and image found in our rows. */
export interface Adoptable {
  readonly found: MachineAsFound;
  readonly record: MachineRecord;
  readonly accountName: string;
  readonly plan: Plan;
  readonly status: 'ACTIVE' | 'STOPPED' | 'HIBERNATED';
}

/**
 * Checks a machine's record against our rows. `asHourly`: accepts prepaid servers, too.
 * @throws INVALID_REQUEST with the reason why it cannot be adopted · EngineError
 */
export async function requireAdoptable(db: Sql, engine: Engine, of: { id: string; asHourly: boolean }): Promise<Adoptable> {
  const { id } = of;
  const found = await engine.inspect?.(id, answerSignal(engine, 'look', AT_LEAST));
  if (!found) throw refused(adoptionSentences.cannotTell(id));
  const status = statusOf(found);
  if (!status) throw refused(adoptionSentences.notAtRest(id, found.machine.power));
  if (found.record === null) throw refused(adoptionSentences.noRecord(id));
  const record = readRecord(found.record);
  if (!record) throw refused(adoptionSentences.unreadable(id));
  if (record.billingCycle !== 'hourly' && !of.asHourly) throw refused(adoptionSentences.prepaid(id, record.paidUntil));
  const account = await findAccount(db, record.accountId);
  if (!account) throw refused(adoptionSentences.noAccount(id, record.accountId));
  const plan = await findPlan(db, record.planId);
  if (!plan) throw refused(adoptionSentences.noPlan(id, record.planId));
  if (!isDeepStrictEqual(sizeOf(plan), record.size)) throw refused(adoptionSentences.otherSize(id, plan.id));
  if (!(await findImage(db, record.imageId))) throw refused(adoptionSentences.noImage(id, record.imageId));
  return { found, record, accountName: account.name, plan, status };
}

function statusOf({ machine: { power } }: MachineAsFound): Adoptable['status'] | null {
  if (power === 'running') return 'ACTIVE';
  if (power === 'stopped' || power === 'failed') return 'STOPPED';
  return power === 'hibernated' ? 'HIBERNATED' : null;
}

function refused(sentence: Parameters<typeof invalidRequest>[1]) {
  return invalidRequest('orphan', sentence);
}
