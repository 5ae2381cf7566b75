import { LayoutDashboard } from 'lucide-react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';

export const overviewArea: Area = {
  nav: { to: '/console', label: 'overview', icon: LayoutDashboard },
  pages: [{ path: '/', component: lazyPage(() => import('./overview-page.tsx'), 'OverviewPage') }],
};
