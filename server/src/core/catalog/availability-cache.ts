import { createHash } from 'node:crypto';
import type { PublicAvailability } from '@boreal/contract/catalog.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';

/** The whole answer of GET /v1/availability, ready to be sent. */
export interface CachedAvailability {
  readonly body: string;
  readonly etag: string;
  readonly updatedAt: string;
}

/** After a refresh that failed, the next try; meanwhile the older answer stands. */
const RETRY_MS = 5 * SECOND_MS;

/**
 * Availability out of memory: read from the database at most once a minute of real time, however many ask and however
 * fast the product's clock runs. When a refresh fails the older answer is served.
 */
export function createAvailabilityCache(parts: {
  compute: () => Promise<PublicAvailability>;
  clock: Pick<Clock, 'wall'>;
  log?: Pick<Log, 'warn'>;
}): { get: () => Promise<CachedAvailability> } {
  let answer: CachedAvailability | null = null;
  let refreshAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<CachedAvailability> | null = null;

  async function refresh(startedAt: number): Promise<CachedAvailability> {
    try {
      answer = ready(await parts.compute());
      refreshAt = startedAt + MINUTE_MS;
      return answer;
    } catch (error) {
      if (answer === null) throw error;
      parts.log?.warn({ err: error }, 'availability could not be refreshed; the older answer is served');
      refreshAt = startedAt + RETRY_MS;
      return answer;
    } finally {
      refreshing = null;
    }
  }

  return {
    get: async () => {
      const wall = parts.clock.wall().getTime();
      if (answer !== null && wall < refreshAt) return answer;
      refreshing ??= refresh(wall);
      return refreshing;
    },
  };
}

function ready(availability: PublicAvailability): CachedAvailability {
  const body = JSON.stringify({ data: availability });
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag, updatedAt: availability.updatedAt };
}
