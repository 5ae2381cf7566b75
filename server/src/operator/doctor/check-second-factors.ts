import type { Config } from '../../config.ts';
import { countUnreadable } from '../../core/ground/people/two-factor-secrets.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { count } from '../output.ts';
import { INVOCATION } from '../verb.ts';
import { ok, wrong, type Finding } from './finding.ts';

/** Whether people with an authenticator app can sign in. A demo has its own secret. */
export async function checkSecondFactors(ctx: Ctx, config: Pick<Config, 'secret' | 'secretBefore'>): Promise<Finding[]> {
  if (config.secret === null) return [];
  const unreadable = await countUnreadable(ctx.db.sql, { current: config.secret, before: config.secretBefore });
  if (unreadable === 0) return [ok('secret', 'BOREAL_SECRET opens every second factor.')];
  const says =
    `BOREAL_SECRET does not open ${count(unreadable, 'second factor')}, whose people cannot sign in with their codes: it was changed alone, ` +
    'or is that of another database. Put the old one back, or into BOREAL_SECRET_BEFORE, and restart. If it is lost, turn them off, one by one.';
  return [wrong('secret', says, `${INVOCATION} person remove-two-factor EMAIL`)];
}
