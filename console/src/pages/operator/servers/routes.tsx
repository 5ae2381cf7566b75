import { Server } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorServersNav: NavEntry = { to: '/operator/servers', label: 'servers', key: 's', icon: Server };

export const operatorServersPages = [
  operatorPage('servers', () => import('./servers-page.tsx'), 'OperatorServersPage'),
  operatorPage('servers/$serverId', () => import('./server-page.tsx'), 'OperatorServerPage'),
] as const;
