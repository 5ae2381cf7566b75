import type { AgentCaps, AgentPermission, AgentSpend } from '@boreal/contract/agents.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { cadOrNull, capsOf, permissionsOf } from './agent-key.rules.ts';
import { findAgentKey } from './agent-keys.store.ts';
import { readKeySpend } from './read-key-spend.ts';

/** What an agent may know of its own key. */
export interface OwnKey {
  readonly permissions: AgentPermission[];
  readonly caps: AgentCaps;
  readonly approvalAbove: number | null;
  readonly stopAtCap: boolean;
  readonly spend: AgentSpend;
}

export async function getOwnKey(ctx: Ctx, input: { keyId: string }): Promise<OwnKey> {
  const now = ctx.clock.now();
  const row = await findAgentKey(ctx.db.sql, input.keyId);
  if (!row) throw notFound('key');
  return {
    permissions: permissionsOf(row),
    caps: capsOf(row),
    approvalAbove: cadOrNull(row.approvalAboveMicros),
    stopAtCap: row.stopAtCap,
    spend: await readKeySpend(ctx.db.sql, row, now),
  };
}
