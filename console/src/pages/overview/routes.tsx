import { lazyRouteComponent } from '@tanstack/react-router';
import { LayoutDashboard } from 'lucide-react';
import type { Area } from '../../app/area.ts';

export const overviewArea: Area = {
  nav: { to: '/console', label: 'overview', icon: LayoutDashboard },
  pages: [{ path: '/', component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage') }],
};
