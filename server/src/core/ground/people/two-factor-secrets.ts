import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Sql } from '../../../db/connect.ts';
import { listTwoFactors, replaceTwoFactor } from './two-factor-secrets.store.ts';

/** The secret that signs and encrypts, and, while it is being replaced, the previous one, whose signatures are still valid. */
export interface Secrets {
  readonly current: string;
  readonly before: string | null;
}

const PAGE = 200;

/**
 * Re-encrypts the second factors that the previous secret has encrypted, of one person or of all. Returns how many there were, and how many
 * neither secret can decrypt; those stay unchanged, and their codes cannot be checked.
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
    // A person who has turned it off and on again meanwhile has a new one already.
    if (await replaceTwoFactor(db, row, to)) seen.renewed += 1;
  }
  return seen;
}

/** How many second factors neither secret can decrypt. */
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

/** The data for the current secret: unchanged, or re-encrypted; null if neither secret can decrypt it. */
async function ofCurrent(data: string, { current, before }: Secrets): Promise<string | null> {
  if ((await openTwoFactor(current, data)) !== null) return data;
  const text = await openTwoFactor(before, data);
  return text === null ? null : symmetricEncrypt({ key: current, data: text });
}

/** Decrypts data of a second factor; null if this secret cannot. The encryption is authenticated, so a wrong secret always fails. */
export async function openTwoFactor(secret: string | null, data: string): Promise<string | null> {
  if (secret === null) return null;
  try {
    return await symmetricDecrypt({ key: secret, data });
  } catch {
    return null;
  }
}
