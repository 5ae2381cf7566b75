import { Stamp } from 'lucide-react';
import { lazy } from 'react';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage } from '../../app/shell-routes.ts';

/** Omitted if it cannot be loaded: the navigation stays. */
const WaitingApprovals = lazy(() =>
  import('./waiting-approvals.tsx').then(
    ({ WaitingApprovals: shown }) => ({ default: shown }),
    () => ({ default: () => null }),
  ),
);

export const approvalsNav: NavEntry = {
  to: '/console/approvals',
  label: 'approvals',
  key: 'v',
  icon: Stamp,
  needs: 'keys.read',
  waiting: WaitingApprovals,
};

export const approvalsPages = [customerPage('approvals', () => import('./approvals-page.tsx'), 'ApprovalsPage')] as const;
