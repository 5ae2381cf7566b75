import { Building2 } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorAccountsNav: NavEntry = {
  to: '/operator/accounts',
  label: 'accounts',
  key: 'a',
  icon: Building2,
};

export const operatorAccountsPages = [
  operatorPage('accounts', 'customers.read', () => import('./accounts-page.tsx'), 'AccountsPage'),
  operatorPage('accounts/$accountId', 'customers.read', () => import('./account-page.tsx'), 'AccountPage'),
] as const;
