import { useSyncExternalStore } from 'react';
import { borealNow, onBorealTime } from '../api/boreal-time.ts';

const TICK_MS = 30_000;

/** Boreal's time, to half a minute: one timer for all that tell how long ago something was. */
const boreals = ticking(borealNow);
/** The time of the world, by which sessions and jobs are kept. */
const worlds = ticking(() => new Date());

export function useNow({ real = false }: { real?: boolean } = {}): Date {
  const { listen, current } = real ? worlds : boreals;
  return useSyncExternalStore(listen, current);
}

function ticking(read: () => Date) {
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  let now = read();
  const tell = () => {
    for (const each of listeners) each();
  };
  return {
    listen(listener: () => void): () => void {
      listeners.add(listener);
      stop ??= start(tell);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    current(): Date {
      const latest = read();
      if (Math.abs(latest.getTime() - now.getTime()) >= TICK_MS) now = latest;
      return now;
    },
  };
}

function start(tell: () => void): () => void {
  const timer = setInterval(tell, TICK_MS);
  const unhear = onBorealTime(tell);
  return () => {
    clearInterval(timer);
    unhear();
  };
}
