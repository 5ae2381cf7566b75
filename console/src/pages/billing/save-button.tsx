import { Button } from '@mantine/core';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { useBillingText } from './text.ts';

/** Saves a form of billing; to whoever may not, it says why. */
export function SaveButton({ mayWrite, busy }: { mayWrite: boolean; busy: boolean }) {
  const t = useBillingText();
  if (mayWrite) {
    return (
      <Button type="submit" loading={busy}>
        {t.save}
      </Button>
    );
  }
  return (
    <ReasonedButton reason={t.mayNotWrite} onClick={() => undefined}>
      {t.save}
    </ReasonedButton>
  );
}
