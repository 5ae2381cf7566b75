import { KeyRound } from 'lucide-react';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage } from '../../app/shell-routes.ts';

export const apiKeysNav: NavEntry = { to: '/console/api-keys', label: 'apiKeys', key: 'i', icon: KeyRound, needs: 'keys.read' };

export const apiKeysPages = [customerPage('api-keys', () => import('./api-keys-page.tsx'), 'ApiKeysPage')] as const;
