import type { SshKeyDeleted } from '@boreal/contract/people/ssh-keys.ts';
import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CustomerCtx } from '../ctx.ts';
import { removeSshKey } from './ssh-keys.store.ts';

/** Deletes a key. Servers deployed with it keep it: what is on a machine is the customer's. */
export function deleteSshKey(ctx: CustomerCtx, input: { id: string }): Promise<SshKeyDeleted> {
  return ctx.transact(async (tx) => {
    const name = await removeSshKey(tx, { accountId: ctx.accountId, id: input.id });
    if (name === undefined) throw notFound('ssh key');
    await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'ssh_key.deleted', target: input.id, detail: { name } });
    return { id: input.id, status: 'deleted' };
  });
}
