import { createHash } from 'node:crypto';
import type { PublicAvailability } from '@boreal/contract/shop/catalog.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { keepAnswer } from '../../../kit/kept-answer.ts';
import type { Log } from '../../../kit/log.ts';

/** The whole response of GET /v1/availability, ready to be sent. */
export interface CachedAvailability {
  readonly body: string;
  readonly etag: string;
  readonly updatedAt: string;
}

/** The pause after a failed refresh; meanwhile the older response is served. */
const RETRY_MS = 5 * SECOND_MS;

export interface AvailabilityCache {
  /** The availability of a region, by default the default one. @throws INVALID_REQUEST no such region */
  get(region?: string): CachedAvailability | Promise<CachedAvailability>;
}

/** Caches availability in memory: reads the database at most once per region and minute of real time. */
export function createAvailabilityCache(parts: {
  compute: (region?: string) => Promise<PublicAvailability>;
  clock: Pick<Clock, 'wall'>;
  log?: Pick<Log, 'warn'>;
}): AvailabilityCache {
  const keep = (region?: string) =>
    keepAnswer({
      compute: async () => ready(await parts.compute(region)),
      clock: parts.clock,
      keepMs: MINUTE_MS,
      retryMs: RETRY_MS,
      onStale: (error) => {
        // The region was removed: the next request for it gets an error.
        if (region !== undefined && isAppError(error, 'INVALID_REQUEST')) named.delete(region);
        parts.log?.warn({ err: error }, 'availability could not be refreshed; the older answer is served');
      },
    });
  const usual = keep();
  const named = new Map<string, ReturnType<typeof keep>>();

  async function begin(region: string): Promise<CachedAvailability> {
    const kept = keep(region);
    const answer = await kept.get();
    // Only now: strangers name regions that do not exist, and each would take memory.
    named.set(region, kept);
    return answer;
  }

  return { get: (region) => (region === undefined ? usual.get() : (named.get(region)?.get() ?? begin(region))) };
}

function ready(availability: PublicAvailability): CachedAvailability {
  const body = JSON.stringify({ data: availability });
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag, updatedAt: availability.updatedAt };
}
