import type { AuditAction } from '@boreal/contract/audit.ts';
import * as audit from '@boreal/contract/endpoints/console/audit.ts';
import { callPage } from './call.ts';

/** Who did what in the account, newest first. */
export const listAudit = (
  accountId: string,
  { action, target, cursor }: { action: AuditAction | null; target: string | null; cursor: string | null },
) => callPage(audit.listAudit, { params: { accountId }, cursor, query: { action: action ?? undefined, target: target ?? undefined } });
