import { TIME_HEADER } from '@boreal/contract/api/time-header.ts';

/** How far ahead of this browser's clock Boreal's was when it last answered. */
let aheadMs = 0;
const listeners = new Set<() => void>();

const browserMs = () => new Date().getTime();

/** Boreal's time, by which it says when something was done. */
export const borealNow = (): Date => new Date(browserMs() + aheadMs);

/** Sets it by an answer. */
export function setBorealTime({ headers }: Response): void {
  const told = Number(headers.get(TIME_HEADER) ?? Number.NaN);
  if (Number.isNaN(told)) return;
  aheadMs = told - browserMs();
  for (const each of listeners) each();
}

/** Hears of each answer that set it. */
export function onBorealTime(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
