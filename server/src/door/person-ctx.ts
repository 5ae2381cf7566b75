import type { Ctx } from '../core/ground/ctx.ts';

/** A signed-in person's request, about themselves. */
export interface PersonCtx extends Ctx {
  readonly userId: string;
  readonly sessionId: string;
  /** The person needs more than a password to sign in, or did for this session. */
  readonly hasSecondFactor: boolean;
}
