import { randomBytes } from 'node:crypto';
import type { Sql, Tx } from '../../../db/connect.ts';

const SECRET_BYTES = 32;

/** The secret that signs links; null before the first one. */
export async function findLinkSecret(db: Sql | Tx): Promise<Buffer | null> {
  return (await db.selectFrom('linkSecrets').select('secret').where('id', '=', 'links').executeTakeFirst())?.secret ?? null;
}

/** One secret for all processes, created when it is first needed. */
export async function ensureLinkSecret(tx: Tx, now: Date): Promise<Buffer> {
  const known = await findLinkSecret(tx);
  if (known) return known;
  const row = { id: 'links', secret: randomBytes(SECRET_BYTES), createdAt: now };
  await tx
    .insertInto('linkSecrets')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findLinkSecret(tx)) ?? row.secret;
}

/** False if the link had been used before. */
export async function insertUsedLink(db: Sql | Tx, link: { hash: Buffer; usedAt: Date; expiresAt: Date }): Promise<boolean> {
  const used = await db
    .insertInto('usedLinks')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .returning('usedAt')
    .executeTakeFirst();
  return used !== undefined;
}
