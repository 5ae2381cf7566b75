import { lazyRouteComponent } from '@tanstack/react-router';
import { LayoutDashboard } from 'lucide-react';
import type { Area } from '../../../app/area.ts';

export const operatorOverviewArea: Area = {
  nav: { to: '/operator', label: 'overview', icon: LayoutDashboard },
  pages: [{ path: '/', component: lazyRouteComponent(() => import('./operator-overview-page.tsx'), 'OperatorOverviewPage') }],
};
