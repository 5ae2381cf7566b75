import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../../api/me.ts';
import { enableTwoFactor, sessionsQuery } from '../../api/security.ts';
import { verifyTotp } from '../../api/sign-in.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { AskPassword } from './ask-password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanCode } from './scan-code.tsx';
import { useSecurityText } from './text.ts';

/** Password, then the app's first code, then the recovery codes. It is on from the first code. */
export function SetUpTwoFactor({ onClose }: { onClose: () => void }) {
  const t = useSecurityText();
  const queryClient = useQueryClient();
  const [isOn, setOn] = useState(false);
  const enable = useMutation({ mutationFn: enableTwoFactor });
  const verify = useMutation({
    mutationFn: (code: string) => verifyTotp({ code, trustDevice: false }),
    onSuccess: async () => {
      setOn(true);
      notifyDone(t.turnedOn);
      // The session, too, is a new one.
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  // Only now: what has been set up changes the page beneath, and with it this dialog would go.
  const close = () => {
    onClose();
    if (isOn) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  return (
    <Dialog opened onClose={close} title={isOn ? t.codesTitle : t.twoFactor} closeOnClickOutside={!isOn}>
      {enable.data === undefined && (
        <AskPassword
          text={t.twoFactorAbout}
          action={t.goOn}
          busy={enable.isPending}
          error={enable.error}
          onPassword={(password) => enable.mutate(password)}
          onCancel={close}
        />
      )}
      {enable.data !== undefined && !isOn && (
        <ScanCode uri={enable.data.totpURI} busy={verify.isPending} error={verify.error} onCode={(code) => verify.mutate(code)} />
      )}
      {enable.data !== undefined && isOn && <RecoveryCodes codes={enable.data.backupCodes} onKept={close} />}
    </Dialog>
  );
}
