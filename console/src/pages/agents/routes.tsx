import { lazyRouteComponent } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import type { Area } from '../../app/area.ts';

export const agentsArea: Area = {
  nav: { to: '/console/agents', label: 'agents', icon: Bot, needs: 'keys.read' },
  pages: [
    { path: 'agents', component: lazyRouteComponent(() => import('./agents-page.tsx'), 'AgentsPage') },
    { path: 'agents/new', component: lazyRouteComponent(() => import('./new-agent-page.tsx'), 'NewAgentPage') },
    { path: 'agents/$keyId', component: lazyRouteComponent(() => import('./agent-page.tsx'), 'AgentPage') },
  ],
};
