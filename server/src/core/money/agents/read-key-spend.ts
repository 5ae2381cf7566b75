import type { AgentSpend } from '@boreal/contract/agents/agents.ts';
import type { Sql } from '../../../db/connect.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { spendOf } from './agent-key.rules.ts';
import { readKeyLoad, sumKeyCharges, type AgentKeyRow } from './agent-keys.store.ts';

/** What a key has spent this month and what it costs now. */
export async function readKeySpend(db: Sql, key: AgentKeyRow, now: Date): Promise<AgentSpend> {
  const load = await readKeyLoad(db, { keyId: key.keyId, at: now, without: null });
  const chargedMicros = await sumKeyCharges(db, { keyId: key.keyId, since: billingMonth(now).start });
  return spendOf(key, { load, chargedMicros }, now);
}
