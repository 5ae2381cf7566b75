import { operatorAccountsArea } from '../pages/operator/accounts/routes.tsx';
import { operatorCapacityArea } from '../pages/operator/capacity/routes.tsx';
import { operatorMoneyArea } from '../pages/operator/money/routes.tsx';
import { operatorOverviewArea } from '../pages/operator/overview/routes.tsx';
import { operatorPlansArea } from '../pages/operator/plans/routes.tsx';
import { operatorServersArea } from '../pages/operator/servers/routes.tsx';
import { operatorTicketsArea } from '../pages/operator/tickets/routes.tsx';
import { operatorAuditArea, operatorJobsArea, operatorLedgerArea, operatorMailArea } from '../pages/operator/upkeep/routes.tsx';
import { operatorSecurityArea } from '../pages/security/routes.tsx';
import type { Area } from './area.ts';

/** What operators find in the navigation, in its order. */
export const operatorAreas: readonly Area[] = [
  operatorOverviewArea,
  operatorAccountsArea,
  operatorServersArea,
  operatorCapacityArea,
  operatorPlansArea,
  operatorMoneyArea,
  operatorTicketsArea,
  operatorMailArea,
  operatorLedgerArea,
  operatorJobsArea,
  operatorAuditArea,
  operatorSecurityArea,
];
