import { LayoutDashboard } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorOverviewNav: NavEntry = {
  to: '/operator',
  label: 'overview',
  key: 'o',
  icon: LayoutDashboard,
};

export const operatorOverviewPages = [
  operatorPage('/', 'overview.read', () => import('./operator-overview-page.tsx'), 'OperatorOverviewPage'),
] as const;
