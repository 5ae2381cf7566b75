import { Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../app/account.tsx';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';
import { Section } from './section.tsx';
import { SetUpTwoFactor } from './set-up-two-factor.tsx';
import { useSecurityText } from './text.ts';
import { TurnOffTwoFactor } from './turn-off-two-factor.tsx';

/** Six digits after the password: set up, renewed, turned off. */
export function TwoFactorSection() {
  const t = useSecurityText();
  const { twoFactorEnabled } = useMe();
  const [open, setOpen] = useState<'set up' | 'codes' | 'turn off' | null>(null);
  const close = () => setOpen(null);
  return (
    <Section
      title={t.twoFactor}
      about={t.twoFactorAbout}
      state={<Badge color={twoFactorEnabled ? 'boreal' : 'gray'}>{twoFactorEnabled ? t.on : t.off}</Badge>}
    >
      <Group>
        {twoFactorEnabled ? (
          <>
            <Button variant="default" onClick={() => setOpen('codes')}>
              {t.newCodes}
            </Button>
            <Button variant="outline" color="red" onClick={() => setOpen('turn off')}>
              {t.turnOff}
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen('set up')}>{t.setUp}</Button>
        )}
      </Group>
      {open === 'set up' && <SetUpTwoFactor onClose={close} />}
      {open === 'codes' && <NewRecoveryCodes onClose={close} />}
      {open === 'turn off' && <TurnOffTwoFactor onClose={close} />}
    </Section>
  );
}
