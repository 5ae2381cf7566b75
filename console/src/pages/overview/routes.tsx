import { LayoutDashboard } from 'lucide-react';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage } from '../../app/shell-routes.ts';

export const overviewNav: NavEntry = { to: '/console', label: 'overview', key: 'o', icon: LayoutDashboard };

export const overviewPages = [customerPage('/', () => import('./overview-page.tsx'), 'OverviewPage')] as const;
