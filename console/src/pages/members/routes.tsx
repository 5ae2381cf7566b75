import { Users } from 'lucide-react';
import { lazyPage } from '../../app/lazy-page.ts';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage } from '../../app/shell-routes.ts';

export const membersNav: NavEntry = { to: '/console/members', label: 'members', icon: Users, needs: 'members.read' };

export const membersPages = [
  customerPage(
    'members',
    lazyPage(() => import('./members-page.tsx'), 'MembersPage'),
  ),
] as const;
