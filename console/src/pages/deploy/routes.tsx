import { createRoute } from '@tanstack/react-router';
import { Rocket } from 'lucide-react';
import { lazyPage } from '../../app/lazy-page.ts';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerRoute } from '../../app/shell-routes.ts';
import { readDeploySearch } from './deploy-search.ts';

export const deployNav: NavEntry = { to: '/console/deploy', label: 'deploy', key: 'd', icon: Rocket, needs: 'servers.write' };

export const deployPages = [
  createRoute({
    getParentRoute: () => customerRoute,
    path: 'deploy',
    component: lazyPage(() => import('./deploy-page.tsx'), 'DeployPage'),
    validateSearch: readDeploySearch,
  }),
] as const;
