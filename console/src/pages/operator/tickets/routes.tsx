import { LifeBuoy } from 'lucide-react';
import { lazyPage } from '../../../app/lazy-page.ts';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorTicketsNav: NavEntry = { to: '/operator/tickets', label: 'tickets', icon: LifeBuoy };

export const operatorTicketsPages = [
  operatorPage(
    'tickets',
    lazyPage(() => import('./tickets-page.tsx'), 'OperatorTicketsPage'),
  ),
  operatorPage(
    'tickets/$ticketId',
    lazyPage(() => import('./ticket-page.tsx'), 'OperatorTicketPage'),
  ),
] as const;
