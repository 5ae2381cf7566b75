import { lazyRouteComponent } from '@tanstack/react-router';
import { LifeBuoy } from 'lucide-react';
import type { Area } from '../../../app/area.ts';

export const operatorTicketsArea: Area = {
  nav: { to: '/operator/tickets', label: 'tickets', icon: LifeBuoy },
  pages: [
    { path: 'tickets', component: lazyRouteComponent(() => import('./tickets-page.tsx'), 'OperatorTicketsPage') },
    { path: 'tickets/$ticketId', component: lazyRouteComponent(() => import('./ticket-page.tsx'), 'OperatorTicketPage') },
  ],
};
