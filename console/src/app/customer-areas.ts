import { agentsNav, agentsPages } from '../pages/agents/routes.tsx';
import { apiKeysNav, apiKeysPages } from '../pages/api-keys/routes.tsx';
import { approvalsNav, approvalsPages } from '../pages/approvals/routes.tsx';
import { auditNav, auditPages } from '../pages/audit/routes.tsx';
import { billingNav, billingPages } from '../pages/billing/routes.tsx';
import { deployNav, deployPages } from '../pages/deploy/routes.tsx';
import { membersNav, membersPages } from '../pages/members/routes.tsx';
import { overviewNav, overviewPages } from '../pages/overview/routes.tsx';
import { profileNav, profilePages } from '../pages/profile/routes.tsx';
import { serversNav, serversPages } from '../pages/servers/routes.tsx';
import { sshKeysNav, sshKeysPages } from '../pages/ssh-keys/routes.tsx';
import { supportNav, supportPages } from '../pages/support/routes.tsx';
import type { NavGroup } from './nav-entry.ts';

/** The customers' navigation, in order. */
export const customerNav: readonly NavGroup[] = [
  { name: null, entries: [overviewNav] },
  { name: 'compute', entries: [deployNav, serversNav, sshKeysNav] },
  { name: 'access', entries: [agentsNav, approvalsNav, apiKeysNav, membersNav] },
  { name: 'billing', entries: billingNav },
  { name: 'account', entries: [profileNav, auditNav, supportNav] },
];

export const customerPages = [
  ...overviewPages,
  ...deployPages,
  ...serversPages,
  ...sshKeysPages,
  ...apiKeysPages,
  ...agentsPages,
  ...approvalsPages,
  ...billingPages,
  ...membersPages,
  ...supportPages,
  ...auditPages,
  ...profilePages,
] as const;
