import { createRoute } from '@tanstack/react-router';
import { LifeBuoy } from 'lucide-react';
import { lazyPage } from '../../app/lazy-page.ts';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage, customerRoute } from '../../app/shell-routes.ts';

export const supportNav: NavEntry = { to: '/console/support', label: 'support', key: 'h', icon: LifeBuoy, needs: 'tickets.read' };

export const supportPages = [
  customerPage('support', () => import('./tickets-page.tsx'), 'TicketsPage'),
  createRoute({
    getParentRoute: () => customerRoute,
    path: 'support/new',
    component: lazyPage(() => import('./new-ticket-page.tsx'), 'NewTicketPage'),
    // What a link to it is about: a size that is sold on request.
    validateSearch: ({ subject }: Record<string, unknown>): { subject?: string | undefined } => ({
      subject: typeof subject === 'string' ? subject : undefined,
    }),
  }),
  customerPage('support/$ticketId', () => import('./ticket-page.tsx'), 'TicketPage'),
] as const;
