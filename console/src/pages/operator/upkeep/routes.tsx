import { BookCheck, ListTodo, Mail, ScrollText } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { lazyPage } from '../../../app/lazy-page.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorMailNav: NavEntry = { to: '/operator/mail', label: 'mail', icon: Mail };

export const operatorMailPages = [
  operatorPage(
    'mail',
    lazyPage(() => import('./mail-page.tsx'), 'MailPage'),
  ),
] as const;

export const operatorLedgerNav: NavEntry = { to: '/operator/ledger', label: 'ledger', icon: BookCheck };

export const operatorLedgerPages = [
  operatorPage(
    'ledger',
    lazyPage(() => import('./ledger-page.tsx'), 'LedgerPage'),
  ),
] as const;

export const operatorJobsNav: NavEntry = { to: '/operator/jobs', label: 'jobs', icon: ListTodo };

export const operatorJobsPages = [
  operatorPage(
    'jobs',
    lazyPage(() => import('./jobs-page.tsx'), 'JobsPage'),
  ),
] as const;

export const operatorAuditNav: NavEntry = { to: '/operator/audit', label: 'audit', icon: ScrollText };

export const operatorAuditPages = [
  operatorPage(
    'audit',
    lazyPage(() => import('./operator-audit-page.tsx'), 'OperatorAuditPage'),
  ),
] as const;
