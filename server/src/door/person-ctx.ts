import type { Ctx } from '../core/ground/ctx.ts';

/** A request of somebody who has signed in, about themselves. */
export interface PersonCtx extends Ctx {
  readonly userId: string;
  readonly sessionId: string;
}
