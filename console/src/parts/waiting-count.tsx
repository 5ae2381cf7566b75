import { Badge, VisuallyHidden } from '@mantine/core';
import { useShellText } from '../i18n/use-shell-text.ts';

/** Beside an entry of the navigation: how many things wait for somebody there; nothing if none does. */
export function WaitingCount({ count }: { count: number }) {
  const t = useShellText();
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
