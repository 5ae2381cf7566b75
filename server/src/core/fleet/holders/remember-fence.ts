import type { Sql } from '../../../db/connect.ts';
import type { Notifications } from '../../../db/notifications.ts';
import { MINUTE_MS, type Clock } from '../../../kit/clock.ts';
import { listFenced } from './holders.store.ts';

/** During a rollout, the previous version still runs and sends no notifications about what it writes. */
const REMEMBERED_MS = MINUTE_MS;

/**
 * Whether a newer database drives one of these engines. Answers from memory while it receives changes, because every scheduled run and
 * every step asks.
 */
export function rememberFence(
  { db, clock, notifications }: { db: Sql; clock: Pick<Clock, 'wall'>; notifications: Notifications },
  engines: readonly { readonly name: string }[],
): () => Promise<boolean> {
  if (engines.length === 0) return async () => false;
  let known: { readonly isFenced: boolean; readonly until: number } | null = null;
  /** Increases with every change, so that a row read before a change is not cached after it. */
  let generation = 0;
  const forget = () => {
    generation += 1;
    known = null;
  };
  notifications.follow('holders_changed', { onTold: forget, onGap: forget });
  return async () => {
    const at = clock.wall().getTime();
    if (known !== null && at < known.until) return known.isFenced;
    const before = generation;
    const isFenced = (await listFenced(db, engines)).length > 0;
    if (before === generation && notifications.heard()) known = { isFenced, until: at + REMEMBERED_MS };
    return isFenced;
  };
}
