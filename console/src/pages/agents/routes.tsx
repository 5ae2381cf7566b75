import { Bot } from 'lucide-react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';

export const agentsArea: Area = {
  nav: { to: '/console/agents', label: 'agents', icon: Bot, needs: 'keys.read' },
  pages: [
    { path: 'agents', component: lazyPage(() => import('./agents-page.tsx'), 'AgentsPage') },
    { path: 'agents/new', component: lazyPage(() => import('./new-agent-page.tsx'), 'NewAgentPage') },
    { path: 'agents/$keyId', component: lazyPage(() => import('./agent-page.tsx'), 'AgentPage') },
  ],
};
