import { Server } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorServersNav: NavEntry = {
  to: '/operator/servers',
  label: 'servers',
  key: 's',
  icon: Server,
};

export const operatorServersPages = [
  operatorPage('servers', 'servers.read', () => import('./servers-page.tsx'), 'OperatorServersPage'),
  operatorPage('servers/$serverId', 'servers.read', () => import('./server-page.tsx'), 'OperatorServerPage'),
] as const;
