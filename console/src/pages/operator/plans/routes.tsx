import { Tags } from 'lucide-react';
import type { Area } from '../../../app/area.ts';
import { lazyPage } from '../../../app/lazy-page.ts';

export const operatorPlansArea: Area = {
  nav: { to: '/operator/plans', label: 'plans', icon: Tags },
  pages: [
    { path: 'plans', component: lazyPage(() => import('./plans-page.tsx'), 'PlansPage') },
    { path: 'plans/$planId', component: lazyPage(() => import('./plan-page.tsx'), 'PlanPage') },
  ],
};
