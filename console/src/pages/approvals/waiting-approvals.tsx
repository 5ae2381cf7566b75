import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { pendingApprovalsQuery } from '../../api/agents.ts';
import { useAccountId } from '../../app/account.tsx';
import { WaitingCount } from '../../parts/waiting-count.tsx';

/** On pages other than its own, where nobody waits for the answer. */
const LOOK_EVERY_MS = 10_000;

/** How many agents' requests wait for somebody. */
export function WaitingApprovals(): ReactElement | null {
  const pending = useQuery({ ...pendingApprovalsQuery(useAccountId()), refetchInterval: LOOK_EVERY_MS });
  const count = pending.data?.length ?? 0;
  return <WaitingCount count={count} />;
}
