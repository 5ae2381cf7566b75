import { Tags } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorPlansNav: NavEntry = { to: '/operator/plans', label: 'plans', key: 'p', icon: Tags };

export const operatorPlansPages = [
  operatorPage('plans', 'catalog.read', () => import('./plans-page.tsx'), 'PlansPage'),
  operatorPage('plans/$planId', 'catalog.read', () => import('./plan-page.tsx'), 'PlanPage'),
  operatorPage('plans/models', 'catalog.read', () => import('./models-page.tsx'), 'ModelsPage'),
  operatorPage('plans/images', 'catalog.read', () => import('./images-page.tsx'), 'ImagesPage'),
  operatorPage('plans/regions', 'catalog.read', () => import('./regions-page.tsx'), 'RegionsPage'),
] as const;
