import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Sql } from '../../../db/connect.ts';
import { listTwoFactors, replaceTwoFactor } from './two-factor-secrets.store.ts';

/** The secret that signs and encrypts, and, while it is being replaced, the one before: what that one signed still holds. */
export interface Secrets {
  readonly current: string;
  readonly before: string | null;
}

const PAGE = 200;

/**
 * Encrypts the second factors anew that the secret before has encrypted; of one person, or of all. Answers how many there were, and how many
 * neither secret opens, which stay as they are: their codes cannot be checked.
 */
export async function renewTwoFactors(
  db: Sql,
  secrets: Secrets,
  userId: string | null = null,
): Promise<{ renewed: number; unreadable: number }> {
  const seen = { renewed: 0, unreadable: 0 };
  for await (const { row, opened } of openTwoFactors(db, secrets, userId)) {
    const { secret, backupCodes } = opened;
    if (secret === null || backupCodes === null) seen.unreadable += 1;
    const to = { secret: secret ?? row.secret, backupCodes: backupCodes ?? row.backupCodes };
    if (to.secret === row.secret && to.backupCodes === row.backupCodes) continue;
    // Who has turned it off and on meanwhile has another already.
    if (await replaceTwoFactor(db, row, to)) seen.renewed += 1;
  }
  return seen;
}

/** How many second factors neither secret opens. */
export async function countUnreadable(db: Sql, secrets: Secrets): Promise<number> {
  let unreadable = 0;
  for await (const { opened } of openTwoFactors(db, secrets, null))
    if (opened.secret === null || opened.backupCodes === null) unreadable += 1;
  return unreadable;
}

async function* openTwoFactors(db: Sql, secrets: Secrets, userId: string | null) {
  for (let after = ''; ;) {
    const rows = await listTwoFactors(db, { after, limit: PAGE, userId });
    for (const row of rows)
      yield { row, opened: { secret: await ofCurrent(row.secret, secrets), backupCodes: await ofCurrent(row.backupCodes, secrets) } };
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

/** What the current secret opens: the same, or encrypted anew; null if neither does. */
async function ofCurrent(data: string, { current, before }: Secrets): Promise<string | null> {
  if ((await openTwoFactor(current, data)) !== null) return data;
  const text = await openTwoFactor(before, data);
  return text === null ? null : symmetricEncrypt({ key: current, data: text });
}

/** What is encrypted of a second factor; null: this secret does not open it. What is encrypted is sealed, too: another does not either. */
export async function openTwoFactor(secret: string | null, data: string): Promise<string | null> {
  if (secret === null) return null;
  try {
    return await symmetricDecrypt({ key: secret, data });
  } catch {
    return null;
  }
}
