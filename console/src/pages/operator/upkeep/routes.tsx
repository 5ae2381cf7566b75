import { lazyRouteComponent } from '@tanstack/react-router';
import { BookCheck, ListTodo, Mail, ScrollText } from 'lucide-react';
import type { Area } from '../../../app/area.ts';

export const operatorMailArea: Area = {
  nav: { to: '/operator/mail', label: 'mail', icon: Mail },
  pages: [{ path: 'mail', component: lazyRouteComponent(() => import('./mail-page.tsx'), 'MailPage') }],
};

export const operatorLedgerArea: Area = {
  nav: { to: '/operator/ledger', label: 'ledger', icon: BookCheck },
  pages: [{ path: 'ledger', component: lazyRouteComponent(() => import('./ledger-page.tsx'), 'LedgerPage') }],
};

export const operatorJobsArea: Area = {
  nav: { to: '/operator/jobs', label: 'jobs', icon: ListTodo },
  pages: [{ path: 'jobs', component: lazyRouteComponent(() => import('./jobs-page.tsx'), 'JobsPage') }],
};

export const operatorAuditArea: Area = {
  nav: { to: '/operator/audit', label: 'audit', icon: ScrollText },
  pages: [{ path: 'audit', component: lazyRouteComponent(() => import('./operator-audit-page.tsx'), 'OperatorAuditPage') }],
};
