import { KeyRound } from 'lucide-react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';

export const apiKeysArea: Area = {
  nav: { to: '/console/api-keys', label: 'apiKeys', icon: KeyRound, needs: 'keys.read' },
  pages: [{ path: 'api-keys', component: lazyPage(() => import('./api-keys-page.tsx'), 'ApiKeysPage') }],
};
