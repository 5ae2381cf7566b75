import { Bot } from 'lucide-react';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage } from '../../app/shell-routes.ts';

export const agentsNav: NavEntry = { to: '/console/agents', label: 'agents', key: 'a', icon: Bot, needs: 'keys.read' };

export const agentsPages = [
  customerPage('agents', () => import('./agents-page.tsx'), 'AgentsPage'),
  customerPage('agents/new', () => import('./new-agent-page.tsx'), 'NewAgentPage'),
  customerPage('agents/$keyId', () => import('./agent-page.tsx'), 'AgentPage'),
] as const;
