import { Button } from '@mantine/core';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { useBillingText } from './text.ts';

/** Saves a billing form; says why to people who may not. */
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
