import { UserCog } from 'lucide-react';
import type { NavEntry } from '../../app/nav-entry.ts';
import { ownOperatorPage } from '../../app/shell-routes.ts';

/** Operators have personal settings, but no account. */
export const operatorSecurityNav: NavEntry = { to: '/operator/profile', label: 'profile', key: 'y', icon: UserCog };

export const operatorSecurityPages = [ownOperatorPage('profile', () => import('./security-page.tsx'), 'SecurityPage')] as const;
