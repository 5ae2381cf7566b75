import { Badge, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../../api/operator/requests.ts';
import { useShellText } from '../../../i18n/use-shell-text.ts';

/** On pages other than its own, where nobody waits for the answer. */
const LOOK_EVERY_MS = 30_000;

/** How many requests wait for somebody but whoever asked; nothing if none does. */
export function WaitingRequests() {
  const t = useShellText();
  const count = useQuery({ ...limitsQuery, refetchInterval: LOOK_EVERY_MS }).data?.waiting ?? 0;
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
