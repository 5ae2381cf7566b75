import { lazyRouteComponent } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import type { Area } from '../../../app/area.ts';

export const operatorAccountsArea: Area = {
  nav: { to: '/operator/accounts', label: 'accounts', icon: Building2 },
  pages: [
    { path: 'accounts', component: lazyRouteComponent(() => import('./accounts-page.tsx'), 'AccountsPage') },
    { path: 'accounts/$accountId', component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage') },
  ],
};
