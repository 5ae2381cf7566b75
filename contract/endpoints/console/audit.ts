import { AuditFilter, NamedAuditEntry } from '../../audit.ts';
import { memberReads } from '../../console-rows.ts';
import { endpointRows } from '../../endpoint.ts';
import { PageQuery } from '../../pages.ts';

const read = endpointRows({ ...memberReads, needs: 'audit.read' });

const AuditQuery = PageQuery.extend(AuditFilter.shape);

export const listAudit = read.list('/audit', 'Who did what', {
  takes: { query: AuditQuery },
  of: NamedAuditEntry,
  errors: ['INVALID_REQUEST'],
});
