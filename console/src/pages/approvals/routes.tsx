import { Stamp } from 'lucide-react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';
import { WaitingApprovals } from './waiting-approvals.tsx';

export const approvalsArea: Area = {
  nav: { to: '/console/approvals', label: 'approvals', icon: Stamp, needs: 'keys.read', waiting: WaitingApprovals },
  pages: [{ path: 'approvals', component: lazyPage(() => import('./approvals-page.tsx'), 'ApprovalsPage') }],
};
