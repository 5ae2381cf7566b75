import { lazyRouteComponent } from '@tanstack/react-router';
import { Tags } from 'lucide-react';
import type { Area } from '../../../app/area.ts';

export const operatorPlansArea: Area = {
  nav: { to: '/operator/plans', label: 'plans', icon: Tags },
  pages: [
    { path: 'plans', component: lazyRouteComponent(() => import('./plans-page.tsx'), 'PlansPage') },
    { path: 'plans/$planId', component: lazyRouteComponent(() => import('./plan-page.tsx'), 'PlanPage') },
  ],
};
