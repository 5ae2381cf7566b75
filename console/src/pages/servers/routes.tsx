import { lazyRouteComponent } from '@tanstack/react-router';
import { Server } from 'lucide-react';
import type { Area } from '../../app/area.ts';

const serverPage = lazyRouteComponent(() => import('./server-page.tsx'), 'ServerPage');

export const serversArea: Area = {
  nav: { to: '/console/servers', label: 'servers', icon: Server, needs: 'servers.read' },
  pages: [
    { path: 'servers', component: lazyRouteComponent(() => import('./servers-page.tsx'), 'ServersPage') },
    { path: 'servers/$serverId', component: serverPage },
    { path: 'servers/$serverId/$tab', component: serverPage },
  ],
};
