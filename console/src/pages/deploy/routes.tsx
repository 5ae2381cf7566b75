import { lazyRouteComponent } from '@tanstack/react-router';
import { Rocket } from 'lucide-react';
import type { Area } from '../../app/area.ts';

export const deployArea: Area = {
  nav: { to: '/console/deploy', label: 'deploy', icon: Rocket, needs: 'servers.write' },
  pages: [{ path: 'deploy', component: lazyRouteComponent(() => import('./deploy-page.tsx'), 'DeployPage') }],
};
