import { Building2 } from 'lucide-react';
import { lazyPage } from '../../../app/lazy-page.ts';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorAccountsNav: NavEntry = { to: '/operator/accounts', label: 'accounts', icon: Building2 };

export const operatorAccountsPages = [
  operatorPage(
    'accounts',
    lazyPage(() => import('./accounts-page.tsx'), 'AccountsPage'),
  ),
  operatorPage(
    'accounts/$accountId',
    lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
  ),
] as const;
