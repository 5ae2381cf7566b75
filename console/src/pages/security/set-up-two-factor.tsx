import { enableTwoFactor } from '@boreal/contract/api/auth-endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callAuth } from '../../api/call-auth.ts';
import { meQuery } from '../../api/me.ts';
import { sessionsQuery, type TwoFactorBegun } from '../../api/security.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { AskPassword } from './ask-password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanCode } from './scan-code.tsx';
import { useSecurityText } from './text.ts';

/** Password, then the app's first code, then the recovery codes. It takes effect with the first code. */
export function SetUpTwoFactor({ onClose }: { onClose: () => void }) {
  const t = useSecurityText();
  const queryClient = useQueryClient();
  const [isOn, setOn] = useState(false);
  const [begun, setBegun] = useState<TwoFactorBegun | null>(null);
  const turnedOn = async () => {
    setOn(true);
    notifyDone(t.turnedOn);
    // The session, too, is a new one.
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
  // Only now: the finished setup changes the page beneath, and would remove this dialog with it.
  const close = () => {
    onClose();
    if (isOn) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  return (
    <Dialog opened onClose={close} title={isOn ? t.codesTitle : t.twoFactor} closeOnClickOutside={!isOn}>
      {begun === null && (
        <AskPassword
          text={t.twoFactorAbout}
          action={t.goOn}
          send={(body) => callAuth(enableTwoFactor, { body })}
          onSent={setBegun}
          onCancel={close}
        />
      )}
      {begun !== null && !isOn && <ScanCode uri={begun.totpURI} onVerified={turnedOn} />}
      {begun !== null && isOn && <RecoveryCodes codes={begun.backupCodes} onKept={close} />}
    </Dialog>
  );
}
