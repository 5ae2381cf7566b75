import { KEY_LIFETIME_DAYS, keyTextPrefixes, VISIBLE_PREFIX_LENGTH, type KeyAccess, type KeyKind } from '@boreal/contract/people/keys.ts';
import type { JsonObject } from '../../../db/rows.gen.ts';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import { newId, randomBase62 } from '../../../kit/ids.ts';
import { tellOwnAccessChange } from '../people/tell-access-change.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../../../db/connect.ts';
import { requireOpenMembers } from '../roles/require-open-members.ts';
import type { Ctx } from '../ctx.ts';
import { KEY_SECRET_LENGTH, keyHash } from './keys.rules.ts';
import { insertKey } from './keys.store.ts';

/** A new key. `text` is the whole secret: show it once, store it nowhere. */
export interface CreatedKey {
  readonly id: string;
  readonly text: string;
  readonly prefix: string;
  readonly expiresAt: Date;
}

/**
 * Writes a key that is valid for 90 × 24 hours, with the audit line and the mail to its maker. `settings` only goes to the audit log: what
 * an MCP key may do is a separate row, which createMcpKey writes.
 */
export async function writeKey(
  tx: Tx,
  ctx: Ctx,
  input: { accountId: string; kind: KeyKind; access: KeyAccess; name: string; settings?: JsonObject },
): Promise<CreatedKey> {
  const { accountId, kind, access, name, settings } = input;
  await requireOpenMembers(tx, accountId);
  const text = keyTextPrefixes[kind] + randomBase62(KEY_SECRET_LENGTH);
  const prefix = text.slice(0, VISIBLE_PREFIX_LENGTH);
  const createdAt = ctx.clock.now();
  // A key whose maker is not a member belongs to the account itself.
  const makerId = ctx.actor.type === 'user' ? ctx.actor.id : null;
  const id = newId('key', createdAt);
  const expiresAt = addMs(createdAt, KEY_LIFETIME_DAYS * DAY_MS);
  await insertKey(tx, { id, accountId, kind, access, name, prefix, hash: keyHash(text), makerId, createdAt, expiresAt, revokedAt: null });
  await recordAudit(tx, ctx, { accountId, action: 'key.created', target: id, detail: { kind, access, name, prefix, ...settings } });
  await tellOwnAccessChange(tx, ctx, { what: kind === 'mcp' ? 'mcp_key_created' : 'rest_key_created', accountId, name });
  return { id, text, prefix, expiresAt };
}
