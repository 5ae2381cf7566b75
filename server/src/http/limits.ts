import { Valkey } from 'iovalkey';
import { RateLimiterMemory, RateLimiterRes, RateLimiterValkey, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { MINUTE_MS, SECOND_MS, type Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { clientNetwork } from './client-network.ts';

/** Where a client stands in one operation's clock minute. */
export interface Standing {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds to the next clock minute, 1 to 60. */
  readonly resetSeconds: number;
}

export interface Limits {
  /** Counts one request of a client. Never throws: a store that does not answer is replaced by memory. */
  take(request: { operation: string; limit: number; ip: string }): Promise<Standing>;
  close(): Promise<void>;
}

/** A store that takes longer is treated as gone, for this request. */
const STORE_TIMEOUT_MS = 250;

/**
 * Fixed windows of a clock minute of real time, per client network and operation. In memory, or in Valkey when several
 * processes share the traffic. `factor` multiplies every limit: 1 by the contract; a benchmark raises it.
 */
export function createLimits(options: { clock: Clock; log: Log; valkeyUrl?: string | undefined; factor?: number }): Limits {
  const { clock, log, valkeyUrl, factor = 1 } = options;
  const valkey = valkeyUrl === undefined ? null : connectValkey(valkeyUrl, log);
  const limiters = new Map<number, RateLimiterAbstract>();

  const limiterOf = (points: number): RateLimiterAbstract => {
    const known = limiters.get(points);
    if (known) return known;
    const made = createLimiter(points, valkey);
    limiters.set(points, made);
    return made;
  };

  return {
    take: async ({ operation, limit, ip }) => {
      const points = limit * factor;
      const now = clock.wall().getTime();
      const minute = Math.floor(now / MINUTE_MS);
      const resetSeconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / SECOND_MS);
      try {
        const { remainingPoints } = await limiterOf(points).consume(`${operation} ${minute} ${clientNetwork(ip)}`);
        return { allowed: true, limit: points, remaining: remainingPoints, resetSeconds };
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return { allowed: false, limit: points, remaining: 0, resetSeconds };
      }
    },
    close: async () => {
      valkey?.disconnect();
    },
  };
}

function createLimiter(points: number, valkey: Valkey | null): RateLimiterAbstract {
  // The minute is part of the key, so a record only has to outlive its minute.
  const window = { points, duration: 60 };
  const memory = new RateLimiterMemory({ ...window, keyPrefix: '' });
  if (valkey === null) return memory;
  return new RateLimiterValkey({
    ...window,
    keyPrefix: 'boreal:limit',
    storeClient: valkey,
    rejectIfValkeyNotReady: true,
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: memory,
  });
}

function connectValkey(url: string, log: Log): Valkey {
  const valkey = new Valkey(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: STORE_TIMEOUT_MS,
    connectTimeout: 5000,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5000),
  });
  let told = false;
  valkey.on('error', (error) => {
    if (!told) log.warn({ err: error }, 'Valkey does not answer: rate windows are counted in this process meanwhile');
    told = true;
  });
  valkey.on('ready', () => {
    if (told) log.info('Valkey answers again: rate windows are shared');
    told = false;
  });
  return valkey;
}
