import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { loadOrTell } from '../api/load-or-tell.ts';
import { Queried } from './queried.tsx';

/**
 * A part of a page that is loaded when it is first shown: charts come after what one reads. If it cannot be
 * loaded, it says so in its own place, and the page around it stays.
 */
export function lazyPart<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  /** px: its place is kept. */
  height?: number,
): ComponentType<P> {
  return function LazyPart(props: P) {
    const part = useQuery({
      queryKey: ['part', name],
      queryFn: async () => ({ Part: await loadOrTell(load) }),
      staleTime: Infinity,
      structuralSharing: false,
    });
    return (
      <Queried query={part} height={height}>
        {({ Part }) => <Part {...props} />}
      </Queried>
    );
  };
}
