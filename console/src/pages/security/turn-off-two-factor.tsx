import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../api/me.ts';
import { disableTwoFactor } from '../../api/security.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { notifyDone } from '../../parts/notify.ts';
import { AskPassword } from './ask-password.tsx';
import { useSecurityText } from './text.ts';

/** Goes back to the password alone. */
export function TurnOffTwoFactor({ onClose }: { onClose: () => void }) {
  const t = useSecurityText();
  const shell = useShellText();
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
    <Modal opened onClose={onClose} title={t.turnOff} closeButtonProps={{ 'aria-label': shell.close }}>
      <AskPassword
        text={t.turnOffText}
        action={t.turnOff}
        destructive
        busy={disable.isPending}
        error={disable.error}
        onPassword={(password) => disable.mutate(password)}
        onCancel={onClose}
      />
    </Modal>
  );
}
