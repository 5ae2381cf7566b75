import { ServerStatus } from '@boreal/contract/servers.ts';
import { createRoute } from '@tanstack/react-router';
import { Server } from 'lucide-react';
import { lazyPage } from '../../app/lazy-page.ts';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage, customerRoute } from '../../app/shell-routes.ts';
import { ServerSort } from './server-sort.ts';

export const serversNav: NavEntry = { to: '/console/servers', label: 'servers', key: 's', icon: Server, needs: 'servers.read' };

interface Kept {
  readonly search?: string | undefined;
  readonly status?: ServerStatus | undefined;
  /** `key=value` */
  readonly label?: string | undefined;
  readonly sort?: ServerSort | undefined;
  readonly desc?: true | undefined;
}

export const serversPages = [
  createRoute({
    getParentRoute: () => customerRoute,
    path: 'servers',
    component: lazyPage(() => import('./servers-page.tsx'), 'ServersPage'),
    // The list's filters and order. A search for digits is parsed as a number.
    validateSearch: ({ search, status, label, sort, desc }): Kept => ({
      search: search === undefined ? undefined : String(search),
      status: ServerStatus.safeParse(status).data,
      label: label === undefined ? undefined : String(label),
      sort: ServerSort.safeParse(sort).data,
      desc: desc === true || undefined,
    }),
  }),
  // One page with all its tabs: switching tabs leaves the rest, and the focus, alone.
  customerPage('servers/$serverId/{-$tab}', () => import('./server-page.tsx'), 'ServerPage'),
] as const;
