import { lazyRouteComponent } from '@tanstack/react-router';
import { LifeBuoy } from 'lucide-react';
import type { Area } from '../../app/area.ts';

export const supportArea: Area = {
  nav: { to: '/console/support', label: 'support', icon: LifeBuoy, needs: 'tickets.read' },
  pages: [
    { path: 'support', component: lazyRouteComponent(() => import('./tickets-page.tsx'), 'TicketsPage') },
    { path: 'support/new', component: lazyRouteComponent(() => import('./new-ticket-page.tsx'), 'NewTicketPage') },
    { path: 'support/$ticketId', component: lazyRouteComponent(() => import('./ticket-page.tsx'), 'TicketPage') },
  ],
};
