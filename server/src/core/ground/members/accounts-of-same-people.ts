import { mayDo, MemberRole } from '@boreal/contract/people/members.ts';
import type { Tx } from '../../../db/connect.ts';
import { selectSharing } from './members.store.ts';

const DEPLOYING = MemberRole.options.filter((role) => mayDo(role, 'servers.write'));

/** Which of these accounts share a person who may deploy with another; includes that account itself. */
export async function accountsOfSamePeople(
  tx: Tx,
  { accountId, among }: { accountId: string; among: readonly string[] },
): Promise<ReadonlySet<string>> {
  const others = [...new Set(among)].filter((id) => id !== accountId);
  const sharing = others.length === 0 ? [] : await selectSharing(tx, { accountId, others, roles: DEPLOYING });
  return new Set([accountId, ...sharing]);
}
