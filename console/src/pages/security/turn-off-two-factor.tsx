import { useMutation, useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../api/me.ts';
import { disableTwoFactor } from '../../api/security.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { AskPassword } from './ask-password.tsx';
import { useSecurityText } from './text.ts';

/** Goes back to the password alone. */
export function TurnOffTwoFactor({ onClose }: { onClose: () => void }) {
  const t = useSecurityText();
  const queryClient = useQueryClient();
  const disable = useMutation({
    mutationFn: disableTwoFactor,
    onSuccess: async () => {
      onClose();
      notifyDone(t.turnedOff);
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t.turnOff}>
      <AskPassword
        text={t.turnOffText}
        action={t.turnOff}
        destructive
        busy={disable.isPending}
        error={disable.error}
        onPassword={(password) => disable.mutate(password)}
        onCancel={onClose}
      />
    </Dialog>
  );
}
