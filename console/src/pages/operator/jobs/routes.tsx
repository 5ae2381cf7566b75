import { ListTodo } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorJobsNav: NavEntry = { to: '/operator/jobs', label: 'jobs', key: 'j', icon: ListTodo };

export const operatorJobsPages = [operatorPage('jobs', 'overview.read', () => import('./jobs-page.tsx'), 'JobsPage')] as const;
