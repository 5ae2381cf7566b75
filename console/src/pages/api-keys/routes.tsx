import { lazyRouteComponent } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import type { Area } from '../../app/area.ts';

export const apiKeysArea: Area = {
  nav: { to: '/console/api-keys', label: 'apiKeys', icon: KeyRound, needs: 'keys.read' },
  pages: [{ path: 'api-keys', component: lazyRouteComponent(() => import('./api-keys-page.tsx'), 'ApiKeysPage') }],
};
