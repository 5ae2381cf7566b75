import { Rocket } from 'lucide-react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';

export const deployArea: Area = {
  nav: { to: '/console/deploy', label: 'deploy', icon: Rocket, needs: 'servers.write' },
  pages: [{ path: 'deploy', component: lazyPage(() => import('./deploy-page.tsx'), 'DeployPage') }],
};
