import type { AuditAction } from '@boreal/contract/account/audit.ts';
import { AUDIT_CSV, AUDIT_JSON } from '@boreal/contract/api/console-files.ts';
import * as audit from '@boreal/contract/endpoints/console/audit.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { callPage, consoleAddress } from './call.ts';

/** Which lines: days of Toronto's calendar, both inclusive. */
export interface AuditAsked {
  readonly action: AuditAction | undefined;
  readonly target: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Who did what in the account, newest first. */
export const listAudit = (accountId: string, { cursor, ...query }: AuditAsked & { cursor: string | null }) =>
  callPage(audit.listAudit, { params: { accountId }, cursor, query });

/** The browser's addresses for the same as files. */
export const auditFiles = (accountId: string, query: AuditAsked & { language: Language }) => ({
  csv: consoleAddress(AUDIT_CSV, { params: { accountId }, query: { ...query } }),
  json: consoleAddress(AUDIT_JSON, { params: { accountId }, query: { ...query } }),
});
