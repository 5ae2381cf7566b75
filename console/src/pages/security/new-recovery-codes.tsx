import { useMutation } from '@tanstack/react-query';
import { renewRecoveryCodes } from '../../api/security.ts';
import { AskPassword } from './ask-password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecurityText } from './text.ts';
import { Dialog } from '../../parts/dialog.tsx';

/** Replaces the recovery codes, for who has used or lost theirs. */
export function NewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const t = useSecurityText();
  const renew = useMutation({ mutationFn: renewRecoveryCodes });
  return (
    <Dialog opened onClose={onClose} title={t.newCodes} closeOnClickOutside={!renew.isSuccess}>
      {renew.data === undefined ? (
        <AskPassword
          text={t.newCodesText}
          action={t.goOn}
          busy={renew.isPending}
          error={renew.error}
          onPassword={(password) => renew.mutate(password)}
          onCancel={onClose}
        />
      ) : (
        <RecoveryCodes codes={renew.data} onKept={onClose} />
      )}
    </Dialog>
  );
}
