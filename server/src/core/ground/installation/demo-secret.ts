import { randomBase62 } from '../../../kit/ids.ts';
import type { Ctx } from '../ctx.ts';
import { lockDemoSecret, saveDemoSecret } from './installation.store.ts';

const SECRET_LENGTH = 43;

/** The secret with which a demo signs its cookies: created once, the same for every process on its database. */
export function demoSecret(ctx: Ctx): Promise<string> {
  return ctx.transact(async (tx) => {
    const kept = await lockDemoSecret(tx);
    if (kept !== null) return kept;
    const secret = randomBase62(SECRET_LENGTH);
    await saveDemoSecret(tx, secret);
    return secret;
  });
}
