import type { NoticeKind } from '@boreal/contract/account/notices.ts';
import type { Cloud } from './cloud.ts';

/** What an account was told in notices of a kind, oldest first. */
export async function readNotices(cloud: Cloud, input: { accountId: string; kind: NoticeKind }): Promise<unknown[]> {
  const rows = await cloud.db.sql
    .selectFrom('notices')
    .select('data')
    .where('accountId', '=', input.accountId)
    .where('kind', '=', input.kind)
    .orderBy('id')
    .execute();
  return rows.map(({ data }) => data);
}
