import { operatorAccountsNav, operatorAccountsPages } from '../pages/operator/accounts/routes.tsx';
import { operatorApprovalsNav, operatorApprovalsPages } from '../pages/operator/approvals/routes.tsx';
import { operatorAuditNav, operatorAuditPages } from '../pages/operator/audit/routes.tsx';
import { operatorCapacityNav, operatorCapacityPages } from '../pages/operator/capacity/routes.tsx';
import { operatorIncidentsNav, operatorIncidentsPages } from '../pages/operator/incidents/routes.tsx';
import { operatorJobsNav, operatorJobsPages } from '../pages/operator/jobs/routes.tsx';
import { operatorLedgerNav, operatorLedgerPages } from '../pages/operator/ledger/routes.tsx';
import { operatorMailNav, operatorMailPages } from '../pages/operator/mail/routes.tsx';
import { operatorMoneyNav, operatorMoneyPages } from '../pages/operator/money/routes.tsx';
import { operatorOperatorsNav, operatorOperatorsPages } from '../pages/operator/operators/routes.tsx';
import { operatorOverviewNav, operatorOverviewPages } from '../pages/operator/overview/routes.tsx';
import { operatorPlansNav, operatorPlansPages } from '../pages/operator/plans/routes.tsx';
import { operatorServersNav, operatorServersPages } from '../pages/operator/servers/routes.tsx';
import { operatorTicketsNav, operatorTicketsPages } from '../pages/operator/tickets/routes.tsx';
import { operatorSecurityNav, operatorSecurityPages } from '../pages/security/routes.tsx';
import type { NavGroup } from './nav-entry.ts';

/** The operators' navigation, in order. */
export const operatorNav: readonly NavGroup[] = [
  { name: null, entries: [operatorOverviewNav] },
  { name: 'fleet', entries: [operatorServersNav, operatorCapacityNav, operatorPlansNav] },
  { name: 'customers', entries: [operatorAccountsNav, operatorTicketsNav, operatorMoneyNav, operatorApprovalsNav] },
  {
    name: 'operation',
    entries: [operatorIncidentsNav, operatorJobsNav, operatorMailNav, operatorLedgerNav, operatorAuditNav, operatorOperatorsNav],
  },
  { name: 'you', entries: [operatorSecurityNav] },
];

export const operatorPages = [
  ...operatorOverviewPages,
  ...operatorAccountsPages,
  ...operatorServersPages,
  ...operatorCapacityPages,
  ...operatorPlansPages,
  ...operatorMoneyPages,
  ...operatorApprovalsPages,
  ...operatorTicketsPages,
  ...operatorIncidentsPages,
  ...operatorMailPages,
  ...operatorLedgerPages,
  ...operatorJobsPages,
  ...operatorAuditPages,
  ...operatorOperatorsPages,
  ...operatorSecurityPages,
] as const;
