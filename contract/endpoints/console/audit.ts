import { AuditAction, NamedAuditEntry } from '../../audit.ts';
import { memberReads } from '../../console-rows.ts';
import { endpointRows } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { PageQuery } from '../../pages.ts';

const read = endpointRows({ ...memberReads, needs: 'audit.read' });

const AuditQuery = PageQuery.extend({ action: AuditAction.optional(), target: IdText.optional() });

export const listAudit = read.list('/audit', 'Who did what', { takes: { query: AuditQuery }, of: NamedAuditEntry });
