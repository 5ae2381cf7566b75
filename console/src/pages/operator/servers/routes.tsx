import { lazyRouteComponent } from '@tanstack/react-router';
import { Server } from 'lucide-react';
import type { Area } from '../../../app/area.ts';

export const operatorServersArea: Area = {
  nav: { to: '/operator/servers', label: 'servers', icon: Server },
  pages: [
    { path: 'servers', component: lazyRouteComponent(() => import('./servers-page.tsx'), 'OperatorServersPage') },
    { path: 'servers/$serverId', component: lazyRouteComponent(() => import('./server-page.tsx'), 'OperatorServerPage') },
  ],
};
