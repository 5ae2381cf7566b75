import type { KeyAccess } from '@boreal/contract/people/keys.ts';
import type { Ctx } from '../ctx.ts';
import { writeKey, type CreatedKey } from './write-key.ts';

/** Creates a key of the REST API. Only a signed-in person, or the demo, may request one. */
export function createKey(ctx: Ctx, input: { accountId: string; access: KeyAccess; name: string }): Promise<CreatedKey> {
  return ctx.transact((tx) => writeKey(tx, ctx, { ...input, kind: 'rest' }));
}
