import { ScrollText } from 'lucide-react';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage } from '../../app/shell-routes.ts';

export const auditNav: NavEntry = { to: '/console/audit', label: 'audit', key: 'l', icon: ScrollText, needs: 'audit.read' };

export const auditPages = [customerPage('audit', () => import('./audit-page.tsx'), 'AuditPage')] as const;
