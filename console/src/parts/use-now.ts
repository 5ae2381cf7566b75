import { useSyncExternalStore } from 'react';

const TICK_MS = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = new Date();

/** The time, to half a minute: one timer for all that tell how long ago something was. */
export function useNow(): Date {
  return useSyncExternalStore(listen, current);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function current(): Date {
  const latest = new Date();
  if (latest.getTime() - now.getTime() >= TICK_MS) now = latest;
  return now;
}
