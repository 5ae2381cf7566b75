import { createHash } from 'node:crypto';
import type { PublicAvailability } from '@boreal/contract/catalog.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../../kit/clock.ts';
import { keepAnswer } from '../../../kit/kept-answer.ts';
import type { Log } from '../../../kit/log.ts';

/** The whole answer of GET /v1/availability, ready to be sent. */
export interface CachedAvailability {
  readonly body: string;
  readonly etag: string;
  readonly updatedAt: string;
}

/** The pause after a failed refresh; meanwhile the older answer is served. */
const RETRY_MS = 5 * SECOND_MS;

/** Availability from memory: read from the database at most once a minute of real time. */
export function createAvailabilityCache(parts: {
  compute: () => Promise<PublicAvailability>;
  clock: Pick<Clock, 'wall'>;
  log?: Pick<Log, 'warn'>;
}): { get: () => CachedAvailability | Promise<CachedAvailability> } {
  return keepAnswer({
    compute: async () => ready(await parts.compute()),
    clock: parts.clock,
    keepMs: MINUTE_MS,
    retryMs: RETRY_MS,
    onStale: (error) => parts.log?.warn({ err: error }, 'availability could not be refreshed; the older answer is served'),
  });
}

function ready(availability: PublicAvailability): CachedAvailability {
  const body = JSON.stringify({ data: availability });
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag, updatedAt: availability.updatedAt };
}
