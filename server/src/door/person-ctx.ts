import type { Ctx } from '../core/ground/ctx.ts';

/** A request of a signed-in person, about themselves. */
export interface PersonCtx extends Ctx {
  readonly userId: string;
  readonly sessionId: string;
  /** A password alone does not begin a session of theirs, or did not begin this one. */
  readonly hasSecondFactor: boolean;
}
