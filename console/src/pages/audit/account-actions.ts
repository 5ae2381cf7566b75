import { AuditAction } from '@boreal/contract/audit.ts';

/** What is written about the house itself, or about how a person signs in, stands in no account's log. */
const ELSEWHERE =
  /^(plan|price|pool|image|addresses|host|tax|company|mail|job|person|email|password|two_factor|recovery_codes|passkey|session)\./;

/** What an account's log can be searched for. */
export const accountActions: readonly AuditAction[] = AuditAction.options.filter((action) => !ELSEWHERE.test(action));
