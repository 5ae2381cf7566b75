import { LifeBuoy } from 'lucide-react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';

export const supportArea: Area = {
  nav: { to: '/console/support', label: 'support', icon: LifeBuoy, needs: 'tickets.read' },
  pages: [
    { path: 'support', component: lazyPage(() => import('./tickets-page.tsx'), 'TicketsPage') },
    { path: 'support/new', component: lazyPage(() => import('./new-ticket-page.tsx'), 'NewTicketPage') },
    { path: 'support/$ticketId', component: lazyPage(() => import('./ticket-page.tsx'), 'TicketPage') },
  ],
};
