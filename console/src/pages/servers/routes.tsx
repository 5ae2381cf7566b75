import { createRoute } from '@tanstack/react-router';
import { Server } from 'lucide-react';
import { serverQuery } from '../../api/servers.ts';
import { lazyPage } from '../../app/lazy-page.ts';
import type { NavEntry } from '../../app/nav-entry.ts';
import { askAhead, customerRoute } from '../../app/shell-routes.ts';

export const serversNav: NavEntry = { to: '/console/servers', label: 'servers', key: 's', icon: Server, needs: 'servers.read' };

export const serversPages = [
  createRoute({
    getParentRoute: () => customerRoute,
    path: 'servers',
    component: lazyPage(() => import('./servers-page.tsx'), 'ServersPage'),
    // What links to it say; the rest of its filter is read by the page. A label of digits is parsed as a number.
    validateSearch: ({ label }): { label?: string | undefined } => ({ label: label === undefined ? undefined : String(label) }),
  }),
  // One page with all its tabs: switching tabs leaves the rest, and the focus, alone.
  createRoute({
    getParentRoute: () => customerRoute,
    path: 'servers/$serverId/{-$tab}',
    component: lazyPage(() => import('./server-page.tsx'), 'ServerPage'),
    loader: ({ context, params: { serverId } }) =>
      askAhead(context, (accountId) => context.queryClient.prefetchQuery(serverQuery({ accountId, serverId }))),
  }),
] as const;
