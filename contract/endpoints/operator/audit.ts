import { AuditAction } from '../../audit.ts';
import { operatorReads } from '../../console-rows.ts';
import { IdText } from '../../ids.ts';
import { OperatorAuditEntry } from '../../operator.ts';
import { PageQuery } from '../../pages.ts';

const read = operatorReads('audit.read');

const OfAccount = PageQuery.extend({ accountId: IdText.optional() });

export const listAllAudit = read.list('/audit', "Every account's audit log, and what was done to the house itself", {
  takes: { query: OfAccount.extend({ action: AuditAction.optional(), target: IdText.optional() }) },
  of: OperatorAuditEntry,
});
