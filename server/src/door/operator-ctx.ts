import type { OperatorRole } from '@boreal/contract/operator/role.ts';
import type { Ctx } from '../core/ground/ctx.ts';

/** The context of an operator's request: what they are there for, as the door has just read it. */
export interface OperatorCtx extends Ctx {
  readonly role: OperatorRole;
}
