import type { NoticeData, NoticeKind } from '@boreal/contract/account/notices.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../ctx.ts';
import { recordNotice } from './record-notice.ts';
import { addToNotice } from './notices.store.ts';

/** The most servers in one notice; beyond that, a new one begins. */
const GATHERED_MAX = 50;

/** Kinds that may affect several servers of an account at once. */
type GatheredKind = {
  [K in NoticeKind]: NoticeData[K] extends { readonly others?: unknown } ? K : never;
}[NoticeKind];

/** What happened to one server. */
type GatheredNotice = {
  [K in GatheredKind]: {
    readonly accountId: string;
    readonly kind: K;
    readonly serverId: string;
    readonly data: Omit<NoticeData[K], 'others'>;
  };
}[GatheredKind];

/**
 * Reports a server together with the account's others to which the same happened and that have not been reported yet: forty servers whose
 * credit runs out in one minute make one mail. The account is locked, so two never begin one each.
 */
export async function gatherNotice(tx: Tx, ctx: Ctx, notice: GatheredNotice): Promise<void> {
  const { accountId, kind, data } = notice;
  // Waits for a notice that is being addressed at this moment; after that it can no longer be added to.
  if (await addToNotice(tx, { accountId, kind, data: JSON.stringify(data), atMost: GATHERED_MAX })) return;
  await recordNotice(tx, ctx, notice);
}
