import { useState } from 'react';
import { renewRecoveryCodes } from '../../api/security.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { AskPassword } from './ask-password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecurityText } from './text.ts';

/** Replaces the recovery codes, for people who have used or lost theirs. */
export function NewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const t = useSecurityText();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Dialog opened onClose={onClose} title={t.newCodes} closeOnClickOutside={codes === null}>
      {codes === null ? (
        <AskPassword text={t.newCodesText} action={t.goOn} send={renewRecoveryCodes} onSent={setCodes} onCancel={onClose} />
      ) : (
        <RecoveryCodes codes={codes} onKept={onClose} />
      )}
    </Dialog>
  );
}
