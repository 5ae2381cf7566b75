import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/**
 * Begins what a link to the page asks for, as `#stop` at the end of its address. Once: the address is the page's own again, so that
 * neither going back nor loading it again begins anything.
 */
export function useLinkedWish<Name extends string>(names: readonly Name[], begin: (name: Name) => void): void {
  const navigate = useNavigate();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const wish = names.find((name) => name === hash) ?? null;
  const beginWish = useEffectEvent(begin);
  useEffect(() => {
    if (wish === null) return;
    void navigate({ to: '.', search: (search) => search, hash: '', replace: true, resetScroll: false });
    beginWish(wish);
  }, [wish, navigate]);
}
