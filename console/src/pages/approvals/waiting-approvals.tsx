import { Badge, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pendingApprovalsQuery } from '../../api/agents.ts';
import { useAccountId } from '../../app/account.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';

/** On pages other than its own, where nobody waits for the answer. */
const LOOK_EVERY_MS = 10_000;

/** How many agents' requests wait for somebody; nothing if none does. */
export function WaitingApprovals() {
  const t = useShellText();
  const pending = useQuery({ ...pendingApprovalsQuery(useAccountId()), refetchInterval: LOOK_EVERY_MS });
  const count = pending.data?.length ?? 0;
  if (count === 0) return null;
  return (
    <>
      <Badge circle color="orange" variant="light" aria-hidden className="figures">
        {count}
      </Badge>
      <VisuallyHidden>{t.waiting(count)}</VisuallyHidden>
    </>
  );
}
