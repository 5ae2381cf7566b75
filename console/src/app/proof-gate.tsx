import { useEffect, useState } from 'react';
import { onProofRequired } from '../api/ask-proof.ts';
import { lazyPart } from '../parts/lazy-part.tsx';

const ProofDialog = lazyPart('proof', async () => (await import('../parts/proof-dialog.tsx')).ProofDialog);

/** When a request waits for a proof of identity, asks for it, on top of the current page. */
export function ProofGate() {
  const [waiting, setWaiting] = useState<((proven: boolean) => void) | null>(null);
  useEffect(() => onProofRequired(() => new Promise<boolean>((resolve) => setWaiting(() => resolve))), []);
  if (waiting === null) return null;
  return (
    <ProofDialog
      onClose={(proven) => {
        setWaiting(null);
        waiting(proven);
      }}
    />
  );
}
