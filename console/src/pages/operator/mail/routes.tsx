import { Mail } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorMailNav: NavEntry = { to: '/operator/mail', label: 'mail', key: 'e', icon: Mail };

export const operatorMailPages = [operatorPage('mail', 'mail.read', () => import('./mail-page.tsx'), 'MailPage')] as const;
