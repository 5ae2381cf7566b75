import { AllAuditFilter } from '../../account/audit.ts';
import { operatorReads } from '../../api/console-rows.ts';
import { OperatorAuditEntry } from '../../operator/operator.ts';
import { PageQuery } from '../../api/pages.ts';

const read = operatorReads('audit.read');

export const listAllAudit = read.list('/audit', "Every account's audit log, and what was done to the house itself", {
  takes: { query: PageQuery.extend(AllAuditFilter.shape) },
  of: OperatorAuditEntry,
  errors: ['INVALID_REQUEST'],
});
