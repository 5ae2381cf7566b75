import type { Sql } from '../../../db/connect.ts';

/** All servers that an account ever had, oldest first, with what they were made from. */
export function selectServersEver(db: Sql, of: { accountId: string; after: string; limit: number }) {
  return db
    .selectFrom('servers as s')
    .leftJoin('serverNotes as n', 'n.serverId', 's.id')
    .select(['s.id', 's.name', 's.status', 's.planId', 's.imageId', 's.region', 's.billingCycle', 's.ipv4', 's.ipv6', 's.sshKeyId'])
    .select(['s.createdAt', 's.firstActiveAt', 's.deletedAt', 'n.note'])
    .where('s.accountId', '=', of.accountId)
    .where('s.id', '>', of.after)
    .orderBy('s.id')
    .limit(of.limit)
    .execute();
}
