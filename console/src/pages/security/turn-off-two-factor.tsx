import { disableTwoFactor } from '@boreal/contract/auth-endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callAuth } from '../../api/call-auth.ts';
import { meQuery } from '../../api/me.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { AskPassword } from './ask-password.tsx';
import { useSecurityText } from './text.ts';

/** Goes back to the password alone. */
export function TurnOffTwoFactor({ onClose }: { onClose: () => void }) {
  const t = useSecurityText();
  const queryClient = useQueryClient();
  return (
    <Dialog opened onClose={onClose} title={t.turnOff}>
      <AskPassword
        text={t.turnOffText}
        action={t.turnOff}
        destructive
        send={(password) => callAuth(disableTwoFactor, { body: { password } })}
        onSent={async () => {
          onClose();
          notifyDone(t.turnedOff);
          await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
