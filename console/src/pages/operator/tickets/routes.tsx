import { LifeBuoy } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorTicketsNav: NavEntry = {
  to: '/operator/tickets',
  label: 'tickets',
  key: 't',
  icon: LifeBuoy,
};

export const operatorTicketsPages = [
  operatorPage('tickets', 'tickets.read', () => import('./tickets-page.tsx'), 'OperatorTicketsPage'),
  operatorPage('tickets/$ticketId', 'tickets.read', () => import('./ticket-page.tsx'), 'OperatorTicketPage'),
] as const;
