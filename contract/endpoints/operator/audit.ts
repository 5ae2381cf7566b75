import { AllAuditFilter } from '../../audit.ts';
import { operatorReads } from '../../console-rows.ts';
import { OperatorAuditEntry } from '../../operator.ts';
import { PageQuery } from '../../pages.ts';

const read = operatorReads('audit.read');

export const listAllAudit = read.list('/audit', "Every account's audit log, and what was done to the house itself", {
  takes: { query: PageQuery.extend(AllAuditFilter.shape) },
  of: OperatorAuditEntry,
  errors: ['INVALID_REQUEST'],
});
