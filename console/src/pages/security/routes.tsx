import { UserCog } from 'lucide-react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';

/** Operators have themselves to look after, and no account. */
export const operatorSecurityArea: Area = {
  nav: { to: '/operator/profile', label: 'profile', icon: UserCog },
  pages: [{ path: 'profile', component: lazyPage(() => import('./security-page.tsx'), 'SecurityPage') }],
};
