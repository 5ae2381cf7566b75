import { ScrollText } from 'lucide-react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';

export const auditArea: Area = {
  nav: { to: '/console/audit', label: 'audit', icon: ScrollText, needs: 'audit.read' },
  pages: [{ path: 'audit', component: lazyPage(() => import('./audit-page.tsx'), 'AuditPage') }],
};
