import { Building2 } from 'lucide-react';
import type { Area } from '../../../app/area.ts';
import { lazyPage } from '../../../app/lazy-page.ts';

export const operatorAccountsArea: Area = {
  nav: { to: '/operator/accounts', label: 'accounts', icon: Building2 },
  pages: [
    { path: 'accounts', component: lazyPage(() => import('./accounts-page.tsx'), 'AccountsPage') },
    { path: 'accounts/$accountId', component: lazyPage(() => import('./account-page.tsx'), 'AccountPage') },
  ],
};
