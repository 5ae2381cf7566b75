import { RateLimiterRes, RateLimiterValkey } from 'rate-limiter-flexible';
import { MINUTE_MS, SECOND_MS, type Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { clientNetwork } from './client-network.ts';
import { connectValkey, type Valkey } from './valkey.ts';

/** A client's count for one operation in one clock minute. */
export interface LimitStatus {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds to the next clock minute, 1 to 60. */
  readonly resetSeconds: number;
}

export interface CountedRequest {
  readonly operation: string;
  /** Requests a minute. */
  readonly limit: number;
  readonly ip: string;
}

export interface Limits {
  /** Counts one request. Synchronous when counted in memory; if the store fails, memory replaces it, so this never fails. */
  take(request: CountedRequest): LimitStatus | Promise<LimitStatus>;
  close(): Promise<void>;
}

/**
 * Fixed windows of one clock minute of real time, per client network and operation, counted in memory, or in Valkey when several processes
 * share the traffic. `factor` multiplies every limit: 1 by the contract; a benchmark raises it.
 */
export function createLimits(options: { clock: Clock; log: Log; valkeyUrl?: string | undefined; factor?: number }): Limits {
  const { clock, log, valkeyUrl, factor = 1 } = options;
  const memory = memoryWindows();
  const window = ({ operation, limit, ip }: CountedRequest): Window => {
    const now = clock.wall().getTime();
    const minute = Math.floor(now / MINUTE_MS);
    const resetSeconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / SECOND_MS);
    return { operation, client: clientNetwork(ip), limit: limit * factor, minute, resetSeconds };
  };
  if (valkeyUrl === undefined) return { take: (request) => memory(window(request)), close: async () => undefined };

  const valkey = connectValkey(valkeyUrl, log);
  const shared = valkeyWindows(valkey, memory);
  return { take: (request) => shared(window(request)), close: async () => valkey.disconnect() };
}

interface Window {
  readonly operation: string;
  readonly client: string;
  readonly limit: number;
  readonly minute: number;
  readonly resetSeconds: number;
}

/**
 * Counts in this process. RateLimiterMemory's promise, result object and second clock reading would cost 2 µs, a sixteenth of the total
 * cost of the busiest endpoint.
 */
function memoryWindows(): (window: Window) => LimitStatus {
  let current = 0;
  const counts = new Map<string, Map<string, number>>();
  return ({ operation, client, limit, minute, resetSeconds }) => {
    if (minute !== current) {
      counts.clear();
      current = minute;
    }
    let clients = counts.get(operation);
    if (!clients) counts.set(operation, (clients = new Map()));
    const used = (clients.get(client) ?? 0) + 1;
    clients.set(client, used);
    return { allowed: used <= limit, limit, remaining: Math.max(0, limit - used), resetSeconds };
  };
}

/**
 * The library's own script, but with `redis.call`, which both Redis and Valkey support, instead of `server.call`, which Redis 7.0 does not.
 */
const COUNT_SCRIPT = `
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local consumed = redis.call('incrby', KEYS[1], ARGV[1])
local ttl = redis.call('pttl', KEYS[1])
return {consumed, ttl}
`;

/** Counts in Valkey for all processes, or in this one while Valkey does not answer. */
function valkeyWindows(valkey: Valkey, memory: (window: Window) => LimitStatus): (window: Window) => Promise<LimitStatus> {
  const limiters = new Map<number, RateLimiterValkey>();
  return async (window) => {
    const { operation, client, limit, minute, resetSeconds } = window;
    let limiter = limiters.get(limit);
    // The key contains the minute, so a record need only outlive that minute.
    const options = {
      points: limit,
      duration: 60,
      keyPrefix: 'boreal:limit',
      storeClient: valkey,
      rejectIfValkeyNotReady: true,
      customIncrTtlLuaScript: COUNT_SCRIPT,
    };
    if (!limiter) limiters.set(limit, (limiter = new RateLimiterValkey({ ...options, inMemoryBlockOnConsumed: limit + 1 })));
    try {
      const { remainingPoints } = await limiter.consume(`${operation} ${minute} ${client}`);
      return { allowed: true, limit, remaining: remainingPoints, resetSeconds };
    } catch (error) {
      return error instanceof RateLimiterRes ? { allowed: false, limit, remaining: 0, resetSeconds } : memory(window);
    }
  };
}
