import { Button, Group } from '@mantine/core';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { useBillingText } from './text.ts';

/** Saves a billing form; says why to people who may not. */
export function SaveButton({ mayWrite, busy }: { mayWrite: boolean; busy: boolean }) {
  const t = useBillingText();
  return (
    <Group>
      {mayWrite ? (
        <Button type="submit" loading={busy}>
          {t.save}
        </Button>
      ) : (
        <ReasonedButton reason={t.mayNotWrite} onClick={() => undefined}>
          {t.save}
        </ReasonedButton>
      )}
    </Group>
  );
}
