import { lazyRouteComponent } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import type { Area } from '../../app/area.ts';

export const auditArea: Area = {
  nav: { to: '/console/audit', label: 'audit', icon: ScrollText, needs: 'audit.read' },
  pages: [{ path: 'audit', component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage') }],
};
