import { lazyRouteComponent } from '@tanstack/react-router';
import { Cpu } from 'lucide-react';
import type { Area } from '../../../app/area.ts';

export const operatorCapacityArea: Area = {
  nav: { to: '/operator/capacity', label: 'capacity', icon: Cpu },
  pages: [{ path: 'capacity', component: lazyRouteComponent(() => import('./capacity-page.tsx'), 'CapacityPage') }],
};
