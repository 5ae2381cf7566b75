import { useNavigate, useRouterState } from '@tanstack/react-router';

/** A page's dialog that links can open, too: `#add` at the end of its address. Going back closes it. */
export function useLinkedDialog(name: string): { opened: boolean; open: () => void; close: () => void } {
  const opened = useRouterState({ select: ({ location }) => location.hash === name });
  const navigate = useNavigate();
  const turn = (hash: string) => void navigate({ to: '.', search: (search) => search, hash, replace: hash === '', resetScroll: false });
  return { opened, open: () => turn(name), close: () => turn('') };
}
