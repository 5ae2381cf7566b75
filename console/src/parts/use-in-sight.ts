import { useEffect, type RefObject } from 'react';

/** On a phone tabs do not all fit, and the current one may be off to the right: it is scrolled to. */
export function useInSight(tabs: RefObject<HTMLElement | null>, current: number): void {
  useEffect(() => {
    tabs.current?.children[current]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tabs, current]);
}
