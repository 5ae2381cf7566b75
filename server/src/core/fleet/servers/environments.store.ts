import type { Tx } from '../../../db/connect.ts';
import { newId } from '../../../kit/ids.ts';

/** The id of the account's environment in a region, made on the first deployment there. The account's lock is held. */
export async function ensureEnvironment(tx: Tx, input: { accountId: string; region: string; now: Date }): Promise<string> {
  const found = await tx
    .selectFrom('environments')
    .select('id')
    .where('accountId', '=', input.accountId)
    .where('region', '=', input.region)
    .executeTakeFirst();
  if (found) return found.id;
  const id = newId('environment', input.now);
  await tx
    .insertInto('environments')
    .values({ id, accountId: input.accountId, region: input.region, name: `default-${input.region}`, createdAt: input.now })
    .execute();
  return id;
}
