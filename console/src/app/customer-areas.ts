import { agentsArea } from '../pages/agents/routes.tsx';
import { apiKeysArea } from '../pages/api-keys/routes.tsx';
import { approvalsArea } from '../pages/approvals/routes.tsx';
import { auditArea } from '../pages/audit/routes.tsx';
import { billingArea } from '../pages/billing/routes.tsx';
import { deployArea } from '../pages/deploy/routes.tsx';
import { membersArea } from '../pages/members/routes.tsx';
import { overviewArea } from '../pages/overview/routes.tsx';
import { profileArea } from '../pages/profile/routes.tsx';
import { serversArea } from '../pages/servers/routes.tsx';
import { sshKeysArea } from '../pages/ssh-keys/routes.tsx';
import { supportArea } from '../pages/support/routes.tsx';
import type { Area } from './area.ts';

/** What customers find in the navigation, in its order. */
export const customerAreas: readonly Area[] = [
  overviewArea,
  deployArea,
  serversArea,
  sshKeysArea,
  apiKeysArea,
  agentsArea,
  approvalsArea,
  billingArea,
  membersArea,
  supportArea,
  auditArea,
  profileArea,
];
