import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { limitsQuery } from '../../../api/operator/requests.ts';
import { WaitingCount } from '../../../parts/waiting-count.tsx';

/** On pages other than its own, where nobody waits for the answer. */
const LOOK_EVERY_MS = 30_000;

/** How many requests wait for somebody but whoever asked. */
export function WaitingRequests(): ReactElement | null {
  const count = useQuery({ ...limitsQuery, refetchInterval: LOOK_EVERY_MS }).data?.waiting ?? 0;
  return <WaitingCount count={count} />;
}
