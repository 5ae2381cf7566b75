import { Users } from 'lucide-react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';

export const membersArea: Area = {
  nav: { to: '/console/members', label: 'members', icon: Users, needs: 'members.read' },
  pages: [{ path: 'members', component: lazyPage(() => import('./members-page.tsx'), 'MembersPage') }],
};
