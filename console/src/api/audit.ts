import { AuditEntry, type AuditAction } from '@boreal/contract/audit.ts';
import { callPage } from './call.ts';
import { underAccount } from './paths.ts';

/** Who did what in the account, the newest first. */
export const listAudit = (
  accountId: string,
  { action, target, cursor }: { action: AuditAction | null; target: string | null; cursor: string | null },
) =>
  callPage(underAccount(accountId, '/audit'), AuditEntry, {
    cursor,
    query: { action: action ?? undefined, target: target ?? undefined },
  });
