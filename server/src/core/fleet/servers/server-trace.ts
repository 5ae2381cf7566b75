import { HOUR_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import type { ServerRow } from './servers.store.ts';

/** A request's trace ends some time: what is still done for it after that is told as a trace of its own, or it would grow for days. */
const TRACED_FOR_MS = HOUR_MS;

export type ServerTrace = Pick<ServerRow, 'traceParent' | 'tracedAt'>;

/** What ties the work that is put down in a server's row to the request it is done for; null where nobody collects traces. */
export function traceToStore({ traces, clock }: Ctx): ServerTrace | null {
  if (traces === null) return null;
  const traceParent = traces.carry();
  return { traceParent, tracedAt: traceParent === null ? null : clock.wall() };
}

/** The trace that work on this server belongs to now; null: none. */
export function storedTrace({ clock }: Ctx, { traceParent, tracedAt }: ServerTrace): string | null {
  return tracedAt !== null && clock.wall().getTime() - tracedAt.getTime() < TRACED_FOR_MS ? traceParent : null;
}
