import { Cpu } from 'lucide-react';
import type { Area } from '../../../app/area.ts';
import { lazyPage } from '../../../app/lazy-page.ts';

export const operatorCapacityArea: Area = {
  nav: { to: '/operator/capacity', label: 'capacity', icon: Cpu },
  pages: [{ path: 'capacity', component: lazyPage(() => import('./capacity-page.tsx'), 'CapacityPage') }],
};
