import { lazyRouteComponent } from '@tanstack/react-router';
import { UserCog } from 'lucide-react';
import type { Area } from '../../app/area.ts';

export const profileArea: Area = {
  nav: { to: '/console/profile', label: 'profile', icon: UserCog },
  pages: [
    { path: 'profile', component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage') },
    { path: 'profile/security', component: lazyRouteComponent(() => import('../security/security-page.tsx'), 'CustomerSecurityPage') },
  ],
};
