import type { NoticeKind } from '@boreal/contract/notices.ts';
import type { Tx } from '../../../db/connect.ts';

/** How many notices of a kind were recorded for an address since then. */
export async function countNotices(tx: Tx, input: { kind: NoticeKind; email: string; since: Date }): Promise<number> {
  const { count } = await tx
    .selectFrom('notices')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('toEmail', '=', input.email)
    .where('kind', '=', input.kind)
    .where('createdAt', '>', input.since)
    .executeTakeFirstOrThrow();
  return Number(count);
}
