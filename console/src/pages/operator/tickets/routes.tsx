import { LifeBuoy } from 'lucide-react';
import type { Area } from '../../../app/area.ts';
import { lazyPage } from '../../../app/lazy-page.ts';

export const operatorTicketsArea: Area = {
  nav: { to: '/operator/tickets', label: 'tickets', icon: LifeBuoy },
  pages: [
    { path: 'tickets', component: lazyPage(() => import('./tickets-page.tsx'), 'OperatorTicketsPage') },
    { path: 'tickets/$ticketId', component: lazyPage(() => import('./ticket-page.tsx'), 'OperatorTicketPage') },
  ],
};
