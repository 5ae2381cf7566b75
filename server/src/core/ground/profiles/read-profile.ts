import type { Profile } from '@boreal/contract/account/profile.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { notFound } from '../../../kit/errors.ts';
import { findProfile } from './profiles.store.ts';

/** An account's details, for its invoices, its taxes, and the language of its mail. @throws NOT_FOUND */
export async function readProfile(db: Sql | Tx, accountId: string): Promise<Profile> {
  const profile = await findProfile(db, accountId);
  if (!profile) throw notFound('account');
  return profile;
}
