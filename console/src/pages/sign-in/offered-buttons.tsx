import { useEffect, useState, type ComponentType } from 'react';
import { loadOrTell } from '../../api/load-or-tell.ts';
import { offeredIdentities } from '../../app/offered-identities.ts';
import { useNext } from '../../app/use-next.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import type { IdentityButtonsProps } from '../../parts/identity-buttons.tsx';
import { Loading } from '../../parts/loading.tsx';

const offered = offeredIdentities();
/** Whether this site offers Google or GitHub. */
export const offersIdentities = offered.length > 0;

/** px of a button, and between two: the place is kept. */
const [BUTTON, GAP] = [36, 12];

/** Google and GitHub, where the operator has set them up; both sign in, and lead somebody new to an account. */
export function OfferedButtons({ rememberMe = true }: { rememberMe?: boolean }) {
  return offersIdentities && <Loaded rememberMe={rememberMe} />;
}

type Part = { readonly Buttons: ComponentType<IdentityButtonsProps> } | { readonly error: unknown };

/** Loaded only where they are offered; by no query, as `lazyPart` does, because signing out forgets all while this page comes. */
function Loaded({ rememberMe }: { rememberMe: boolean }) {
  const next = useNext();
  const [part, setPart] = useState<Part | null>(null);
  useEffect(() => {
    if (part !== null) return;
    loadOrTell(() => import('../../parts/identity-buttons.tsx')).then(
      ({ IdentityButtons }) => setPart({ Buttons: IdentityButtons }),
      (error: unknown) => setPart({ error }),
    );
  }, [part]);
  if (part === null) return <Loading height={offered.length * (BUTTON + GAP) - GAP} />;
  if ('error' in part) return <ErrorNotice error={part.error} onRetry={() => setPart(null)} />;
  return <part.Buttons providers={offered} errand={{ to: 'sign in', next, rememberMe }} />;
}
