import { Cpu } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorCapacityNav: NavEntry = {
  to: '/operator/capacity',
  label: 'capacity',
  key: 'c',
  icon: Cpu,
};

export const operatorCapacityPages = [operatorPage('capacity', 'fleet.read', () => import('./capacity-page.tsx'), 'CapacityPage')] as const;
