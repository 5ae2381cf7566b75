import { BookCheck, ListTodo, Mail, ScrollText } from 'lucide-react';
import type { Area } from '../../../app/area.ts';
import { lazyPage } from '../../../app/lazy-page.ts';

export const operatorMailArea: Area = {
  nav: { to: '/operator/mail', label: 'mail', icon: Mail },
  pages: [{ path: 'mail', component: lazyPage(() => import('./mail-page.tsx'), 'MailPage') }],
};

export const operatorLedgerArea: Area = {
  nav: { to: '/operator/ledger', label: 'ledger', icon: BookCheck },
  pages: [{ path: 'ledger', component: lazyPage(() => import('./ledger-page.tsx'), 'LedgerPage') }],
};

export const operatorJobsArea: Area = {
  nav: { to: '/operator/jobs', label: 'jobs', icon: ListTodo },
  pages: [{ path: 'jobs', component: lazyPage(() => import('./jobs-page.tsx'), 'JobsPage') }],
};

export const operatorAuditArea: Area = {
  nav: { to: '/operator/audit', label: 'audit', icon: ScrollText },
  pages: [{ path: 'audit', component: lazyPage(() => import('./operator-audit-page.tsx'), 'OperatorAuditPage') }],
};
