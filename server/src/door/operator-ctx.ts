import type { OperatorRole } from '@boreal/contract/operator/role.ts';
import type { Ctx } from '../core/ground/ctx.ts';

/** The context of an operator's request, with the role that the door just read. */
export interface OperatorCtx extends Ctx {
  readonly role: OperatorRole;
}
