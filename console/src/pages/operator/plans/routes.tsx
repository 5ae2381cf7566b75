import { Tags } from 'lucide-react';
import { lazyPage } from '../../../app/lazy-page.ts';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorPlansNav: NavEntry = { to: '/operator/plans', label: 'plans', icon: Tags };

export const operatorPlansPages = [
  operatorPage(
    'plans',
    lazyPage(() => import('./plans-page.tsx'), 'PlansPage'),
  ),
  operatorPage(
    'plans/$planId',
    lazyPage(() => import('./plan-page.tsx'), 'PlanPage'),
  ),
] as const;
