import { Bot } from 'lucide-react';
import { lazyPage } from '../../app/lazy-page.ts';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage } from '../../app/shell-routes.ts';

export const agentsNav: NavEntry = { to: '/console/agents', label: 'agents', icon: Bot, needs: 'keys.read' };

export const agentsPages = [
  customerPage(
    'agents',
    lazyPage(() => import('./agents-page.tsx'), 'AgentsPage'),
  ),
  customerPage(
    'agents/new',
    lazyPage(() => import('./new-agent-page.tsx'), 'NewAgentPage'),
  ),
  customerPage(
    'agents/$keyId',
    lazyPage(() => import('./agent-page.tsx'), 'AgentPage'),
  ),
] as const;
