import { UserCog } from 'lucide-react';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage } from '../../app/shell-routes.ts';

export const profileNav: NavEntry = { to: '/console/profile', label: 'profile', key: 'p', icon: UserCog };

export const profilePages = [
  customerPage('profile', () => import('./profile-page.tsx'), 'ProfilePage'),
  customerPage('profile/close', () => import('./closing/close-account-page.tsx'), 'CloseAccountPage'),
  customerPage('profile/security', () => import('../security/security-page.tsx'), 'CustomerSecurityPage'),
  customerPage('profile/stock-alerts', () => import('../stock-alerts/stock-alerts-page.tsx'), 'StockAlertsPage'),
] as const;
