import { disableTwoFactor } from '@boreal/contract/api/auth-endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callAuth } from '../../api/call-auth.ts';
import { waysInQuery } from '../../api/identities.ts';
import { meQuery } from '../../api/me.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { AskPassword } from './ask-password.tsx';
import { useSecurityText } from './text.ts';

/** Goes back to the password, or the account elsewhere, alone. */
export function TurnOffTwoFactor({ onClose }: { onClose: () => void }) {
  const t = useSecurityText();
  const queryClient = useQueryClient();
  const waysIn = useQuery(waysInQuery);
  return (
    <Dialog opened onClose={onClose} title={t.turnOff}>
      <AskPassword
        text={waysIn.data?.password === false ? t.turnOffTextNoPassword : t.turnOffText}
        action={t.turnOff}
        destructive
        send={(body) => callAuth(disableTwoFactor, { body })}
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
