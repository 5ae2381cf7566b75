import { Stamp } from 'lucide-react';
import { lazy } from 'react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';

/** Left out where it cannot be loaded: the navigation stays. */
const WaitingApprovals = lazy(() =>
  import('./waiting-approvals.tsx').then(
    ({ WaitingApprovals: shown }) => ({ default: shown }),
    () => ({ default: () => null }),
  ),
);

export const approvalsArea: Area = {
  nav: { to: '/console/approvals', label: 'approvals', icon: Stamp, needs: 'keys.read', waiting: WaitingApprovals },
  pages: [{ path: 'approvals', component: lazyPage(() => import('./approvals-page.tsx'), 'ApprovalsPage') }],
};
