import { lazyRouteComponent } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import type { Area } from '../../app/area.ts';

export const sshKeysArea: Area = {
  nav: { to: '/console/ssh-keys', label: 'sshKeys', icon: KeyRound, needs: 'servers.read' },
  pages: [{ path: 'ssh-keys', component: lazyRouteComponent(() => import('./ssh-keys-page.tsx'), 'SshKeysPage') }],
};
