import { Stamp } from 'lucide-react';
import { lazy } from 'react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

/** Omitted if it cannot be loaded: the navigation stays. */
const WaitingRequests = lazy(() =>
  import('./waiting-requests.tsx').then(
    ({ WaitingRequests: shown }) => ({ default: shown }),
    () => ({ default: () => null }),
  ),
);

export const operatorApprovalsNav: NavEntry = {
  to: '/operator/approvals',
  label: 'approvals',
  key: 'v',
  icon: Stamp,
  waiting: WaitingRequests,
};

export const operatorApprovalsPages = [
  operatorPage('approvals', 'requests.read', () => import('./approvals-page.tsx'), 'OperatorApprovalsPage'),
] as const;
