import { KeyRound } from 'lucide-react';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage } from '../../app/shell-routes.ts';

export const sshKeysNav: NavEntry = { to: '/console/ssh-keys', label: 'sshKeys', key: 'k', icon: KeyRound, needs: 'servers.read' };

export const sshKeysPages = [customerPage('ssh-keys', () => import('./ssh-keys-page.tsx'), 'SshKeysPage')] as const;
