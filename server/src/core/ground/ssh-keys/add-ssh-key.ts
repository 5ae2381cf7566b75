import { sshKeySentences } from '@boreal/contract/request-sentences/ssh-keys.sentences.ts';
import type { AddSshKeyRequest, SshKey } from '@boreal/contract/people/ssh-keys.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CustomerCtx } from '../ctx.ts';
import { parsePublicKey } from './parse-public-key.rules.ts';
import { SSH_KEYS_MAX, sshKeyOf } from './ssh-keys.rules.ts';
import { countSshKeys, insertSshKey, lockKeysOf } from './ssh-keys.store.ts';

/**
 * Stores a public key that new servers can be deployed with.
 * @throws INVALID_REQUEST text that is not a public key · a key the account already has · too many keys
 */
export function addSshKey(ctx: CustomerCtx, input: AddSshKeyRequest): Promise<SshKey> {
  return ctx.transact(async (tx) => {
    const key = parsePublicKey(input.publicKey);
    if ('problem' in key) throw invalidRequest('publicKey', key.problem);
    const { accountId } = ctx;
    const now = ctx.clock.now();

    await lockKeysOf(tx, accountId);
    const row = {
      id: newId('sshKey', now),
      accountId,
      name: input.name,
      publicKey: key.line,
      fingerprint: key.fingerprint,
      createdAt: now,
    };
    if (!(await insertSshKey(tx, row))) {
      throw invalidRequest('publicKey', sshKeySentences.thereAlready(key.fingerprint));
    }
    if ((await countSshKeys(tx, accountId)) > SSH_KEYS_MAX) {
      throw invalidRequest('publicKey', sshKeySentences.tooMany(SSH_KEYS_MAX));
    }
    const { name, fingerprint } = row;
    await recordAudit(tx, ctx, { accountId, action: 'ssh_key.added', target: row.id, detail: { name, fingerprint } });
    return sshKeyOf(row);
  });
}
