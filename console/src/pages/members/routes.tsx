import { Users } from 'lucide-react';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage } from '../../app/shell-routes.ts';

export const membersNav: NavEntry = { to: '/console/members', label: 'members', key: 'm', icon: Users, needs: 'members.read' };

export const membersPages = [customerPage('members', () => import('./members-page.tsx'), 'MembersPage')] as const;
