import type { Tx } from '../../../db/connect.ts';
import { newId } from '../../../kit/ids.ts';
import { openCreditAccount } from '../ledger/ledger.store.ts';
import { insertAccount } from './accounts.store.ts';

/** Opens an account without credit. Returns its id. */
export async function createAccount(tx: Tx, input: { name: string; now: Date }): Promise<string> {
  const id = newId('account', input.now);
  await insertAccount(tx, { id, name: input.name, createdAt: input.now });
  await openCreditAccount(tx, id);
  return id;
}
