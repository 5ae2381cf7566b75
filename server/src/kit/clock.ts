/**
 * Where time comes from. Product code never calls Date.now(): it must run on a clock that a test can move, or a demo can run a thousand
 * times faster.
 */
export interface Clock {
  /** The product's time, in which things are billed, expire and are shown. */
  now(): Date;
  /** Real time, only for what protects real processes and real traffic (leases, rate limits, timers). */
  wall(): Date;
  /** How many times faster than real time product time runs; 1 outside a demo. */
  readonly scale: number;
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export function systemClock(): Clock {
  return { now: () => new Date(), wall: () => new Date(), scale: 1 };
}

/** A clock that showed `product` when the real time was `wall`, and has run `scale` times faster since. */
export function scaledClock(anchor: { product: Date; wall: Date; scale: number }): Clock {
  const { product, wall, scale } = anchor;
  return {
    now: () => new Date(product.getTime() + (Date.now() - wall.getTime()) * scale),
    wall: () => new Date(),
    scale,
  };
}

export function addMs(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/**
 * A deadline after `productMs` of product time, but never before `wallMs` of real time: in a fast demo twenty minutes pass in a
 * third of a second, and real work still takes real time.
 */
export function deadline(clock: Clock, limit: { productMs: number; wallMs: number }): Date {
  return addMs(clock.now(), Math.max(limit.productMs, limit.wallMs * clock.scale));
}
