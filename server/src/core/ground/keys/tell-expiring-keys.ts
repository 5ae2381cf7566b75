import { addMs, DAY_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../ctx.ts';
import { recordNotice } from '../notices/record-notice.ts';
import { selectExpiringKeys } from './keys.store.ts';

/** When an account is warned about a key: once in each span of days before it expires. */
const SPANS = [
  { fromDays: 0, toDays: 1 },
  { fromDays: 1, toDays: 7 },
] as const;

/** Warns the accounts whose keys expire within a week, and again within a day. Returns how many notices were recorded. */
export async function tellExpiringKeys(ctx: Ctx): Promise<number> {
  let told = 0;
  for (const span of SPANS) told += await tellSpan(ctx, span);
  return told;
}

async function tellSpan(ctx: Ctx, { fromDays, toDays }: (typeof SPANS)[number]): Promise<number> {
  const now = ctx.clock.now();
  const noticeKeyPrefix = `key_expiring:${toDays}:`;
  let told = 0;
  for (let after = ''; ;) {
    const keys = await selectExpiringKeys(ctx.db.sql, {
      noticeKeyPrefix,
      after,
      from: addMs(now, fromDays * DAY_MS),
      to: addMs(now, toDays * DAY_MS),
    });
    for (const key of keys) {
      const { id: keyId, accountId, name, prefix } = key;
      const recorded = await ctx.transact((tx) =>
        recordNotice(tx, ctx, {
          accountId,
          kind: 'key_expiring',
          serverId: null,
          data: { keyId, name, prefix, expiresAt: key.expiresAt.toISOString() },
          key: noticeKeyPrefix + keyId,
        }),
      );
      if (recorded) told += 1;
    }
    const last = keys.at(-1);
    if (last === undefined) return told;
    after = last.id;
  }
}
