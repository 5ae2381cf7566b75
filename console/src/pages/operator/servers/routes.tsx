import { Server } from 'lucide-react';
import type { Area } from '../../../app/area.ts';
import { lazyPage } from '../../../app/lazy-page.ts';

export const operatorServersArea: Area = {
  nav: { to: '/operator/servers', label: 'servers', icon: Server },
  pages: [
    { path: 'servers', component: lazyPage(() => import('./servers-page.tsx'), 'OperatorServersPage') },
    { path: 'servers/$serverId', component: lazyPage(() => import('./server-page.tsx'), 'OperatorServerPage') },
  ],
};
