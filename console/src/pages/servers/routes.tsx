import { Server } from 'lucide-react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';

export const serversArea: Area = {
  nav: { to: '/console/servers', label: 'servers', icon: Server, needs: 'servers.read' },
  pages: [
    { path: 'servers', component: lazyPage(() => import('./servers-page.tsx'), 'ServersPage') },
    // One page with all its tabs: going from one to another leaves the rest, and the focus, as it is.
    { path: 'servers/$serverId/{-$tab}', component: lazyPage(() => import('./server-page.tsx'), 'ServerPage') },
  ],
};
