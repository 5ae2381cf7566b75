import { AuditFilter, NamedAuditEntry } from '../../account/audit.ts';
import { memberReads } from '../../api/console-rows.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { PageQuery } from '../../api/pages.ts';

const read = endpointRows({ ...memberReads, needs: 'audit.read' });

const AuditQuery = PageQuery.extend(AuditFilter.shape);

export const listAudit = read.list('/audit', 'Who did what', {
  takes: { query: AuditQuery },
  of: NamedAuditEntry,
  errors: ['INVALID_REQUEST'],
});
