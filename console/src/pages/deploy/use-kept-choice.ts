import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { DeploySearch } from './deploy-search.ts';

const PATH = '/console/deploy';
/** A name is typed letter by letter. */
const PAUSE_MS = 300;

/** Keeps what is chosen in the page's address. Returns that address, to come back to. */
export function useKeptChoice(choice: DeploySearch): string {
  const router = useRouter();
  const { href } = router.buildLocation({ to: PATH, search: choice });
  const [settled] = useDebouncedValue(href, PAUSE_MS);
  useEffect(() => {
    const { pathname, href: shown } = router.latestLocation;
    // Whoever is on the way to another page is not called back.
    if (pathname === PATH && shown !== settled) void router.navigate({ href: settled, replace: true, resetScroll: false });
  }, [router, settled]);
  return href;
}
