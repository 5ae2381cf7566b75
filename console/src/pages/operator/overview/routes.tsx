import { LayoutDashboard } from 'lucide-react';
import type { Area } from '../../../app/area.ts';
import { lazyPage } from '../../../app/lazy-page.ts';

export const operatorOverviewArea: Area = {
  nav: { to: '/operator', label: 'overview', icon: LayoutDashboard },
  pages: [{ path: '/', component: lazyPage(() => import('./operator-overview-page.tsx'), 'OperatorOverviewPage') }],
};
