import { noticeShapes } from '@boreal/contract/account/notices.ts';
import type { Tx } from '../../../db/connect.ts';

/** The page that a person wanted when they signed up, according to the latest mail that confirms their address. */
export async function findWantedPath(tx: Tx, email: string): Promise<string | undefined> {
  const latest = await tx
    .selectFrom('notices')
    .select('data')
    .where('toEmail', '=', email)
    .where('kind', '=', 'verify_email')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Data that its mail no longer needs is erased.
  return noticeShapes.verify_email.safeParse(latest?.data).data?.next;
}
