import { UserCog } from 'lucide-react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';

export const profileArea: Area = {
  nav: { to: '/console/profile', label: 'profile', icon: UserCog },
  pages: [
    { path: 'profile', component: lazyPage(() => import('./profile-page.tsx'), 'ProfilePage') },
    { path: 'profile/security', component: lazyPage(() => import('../security/security-page.tsx'), 'CustomerSecurityPage') },
  ],
};
