import { toolRefusal, type ToolRule } from '@boreal/contract/agents/tools.ts';
import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { keyWorks } from '../../ground/keys/keys.rules.ts';
import { shareKey } from '../../ground/keys/keys.store.ts';
import { permissionsOf } from './agent-key.rules.ts';
import { findAgentKey } from './agent-keys.store.ts';
import { askingKeyId } from './require-within-caps.ts';

/**
 * Admits an agent if its key is valid and both key and maker may do this now, whatever the door read moments ago. Locks the key in shared
 * mode until the transaction ends: revoking or changing it waits for work in progress, and later work is refused. Callers that are not
 * agents pass. @throws Unauthorized · PERMISSION_DENIED
 */
export async function requireAgentMay(tx: Tx, ctx: Ctx, rule: ToolRule): Promise<void> {
  const keyId = askingKeyId(ctx);
  if (keyId === null) return;
  const key = await shareKey(tx, keyId);
  if (!key || !keyWorks(key, ctx.clock.now())) throw new AppError('Unauthorized', { reason: 'INVALID_API_KEY', who: 'agent' });
  const settings = await findAgentKey(tx, keyId);
  const caller = {
    readOnly: key.access === 'read_only',
    permissions: settings === null ? [] : permissionsOf(settings),
    makerRole: key.makerRole ?? 'viewer',
  };
  const need = toolRefusal(caller, rule);
  if (need !== null) throw new AppError('PERMISSION_DENIED', { who: 'agent', need });
}
