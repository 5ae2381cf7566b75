import { KeyRound } from 'lucide-react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';

export const sshKeysArea: Area = {
  nav: { to: '/console/ssh-keys', label: 'sshKeys', icon: KeyRound, needs: 'servers.read' },
  pages: [{ path: 'ssh-keys', component: lazyPage(() => import('./ssh-keys-page.tsx'), 'SshKeysPage') }],
};
