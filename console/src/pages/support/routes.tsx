import { LifeBuoy } from 'lucide-react';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage } from '../../app/shell-routes.ts';

export const supportNav: NavEntry = { to: '/console/support', label: 'support', key: 'h', icon: LifeBuoy, needs: 'tickets.read' };

export const supportPages = [
  customerPage('support', () => import('./tickets-page.tsx'), 'TicketsPage'),
  customerPage('support/new', () => import('./new-ticket-page.tsx'), 'NewTicketPage'),
  customerPage('support/$ticketId', () => import('./ticket-page.tsx'), 'TicketPage'),
] as const;
