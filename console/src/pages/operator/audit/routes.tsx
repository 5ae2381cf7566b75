import { ScrollText } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorAuditNav: NavEntry = {
  to: '/operator/audit',
  label: 'audit',
  key: 'u',
  icon: ScrollText,
};

export const operatorAuditPages = [
  operatorPage('audit', 'audit.read', () => import('./operator-audit-page.tsx'), 'OperatorAuditPage'),
] as const;
