/** A client's count in the current clock minute. */
export interface Standing {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** The headers by which every door tells a client how many requests it has left. */
export function standingHeaders({ limit, remaining, resetSeconds }: Standing): Readonly<Record<string, string | number>> {
  return {
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': resetSeconds,
    'ratelimit-policy': `${limit};w=60`,
  };
}
