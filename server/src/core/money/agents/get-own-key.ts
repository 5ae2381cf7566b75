import { toCadOrNull } from '@boreal/contract/values/money.ts';
import type { AgentCaps, AgentPermission, AgentSpend } from '@boreal/contract/agents/agents.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findKeyAccess } from '../../ground/keys/keys.store.ts';
import { capsOf, permissionsOf } from './agent-key.rules.ts';
import { findAgentKey } from './agent-keys.store.ts';
import { readKeySpend } from './read-key-spend.ts';

/** What an agent may know about its own key. */
export interface OwnKey {
  /** It can only read, whatever its permissions say. */
  readonly readOnly: boolean;
  readonly permissions: AgentPermission[];
  readonly caps: AgentCaps;
  readonly approvalAbove: number | null;
  readonly stopAtCap: boolean;
  readonly spend: AgentSpend;
}

export async function getOwnKey(ctx: Ctx, input: { keyId: string }): Promise<OwnKey> {
  const now = ctx.clock.now();
  const row = await findAgentKey(ctx.db.sql, input.keyId);
  const access = await findKeyAccess(ctx.db.sql, input.keyId);
  if (!row || access === null) throw notFound('key');
  return {
    readOnly: access === 'read_only',
    permissions: permissionsOf(row),
    caps: capsOf(row),
    approvalAbove: toCadOrNull(row.approvalAboveMicros),
    stopAtCap: row.stopAtCap,
    spend: await readKeySpend(ctx.db.sql, row, now),
  };
}
