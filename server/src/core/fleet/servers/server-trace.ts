import { HOUR_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import type { ServerRow } from './servers.store.ts';

/** A request's trace must end: work done for it later starts a trace of its own, or it would grow for days. */
const TRACED_FOR_MS = HOUR_MS;

export type ServerTrace = Pick<ServerRow, 'traceParent' | 'tracedAt'>;

/** The trace to store in a server's row, which ties its later work to the request; null if traces are not collected. */
export function traceToStore({ traces, clock }: Ctx): ServerTrace | null {
  if (traces === null) return null;
  const traceParent = traces.carry();
  return { traceParent, tracedAt: traceParent === null ? null : clock.wall() };
}

/** The trace that work on this server belongs to now; null if none. */
export function storedTrace({ clock }: Ctx, { traceParent, tracedAt }: ServerTrace): string | null {
  return tracedAt !== null && clock.wall().getTime() - tracedAt.getTime() < TRACED_FOR_MS ? traceParent : null;
}
