import { lazyRouteComponent } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import type { Area } from '../../app/area.ts';

export const membersArea: Area = {
  nav: { to: '/console/members', label: 'members', icon: Users, needs: 'members.read' },
  pages: [{ path: 'members', component: lazyRouteComponent(() => import('./members-page.tsx'), 'MembersPage') }],
};
