import { AuditAction, AuditEntry } from '../../audit.ts';
import { memberReads } from '../../console-rows.ts';
import { list } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { PageQuery } from '../../pages.ts';

const AuditQuery = PageQuery.extend({ action: AuditAction.optional(), target: IdText.optional() });

export const listAudit = list('/audit', {
  ...memberReads,
  needs: 'audit.read',
  takes: { query: AuditQuery },
  of: AuditEntry,
  summary: 'Who did what',
});
