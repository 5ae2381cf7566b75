import { useEffect, useRef, type RefObject } from 'react';

/** The element of index.html that screen readers listen to. */
const ANNOUNCER = 'announcer';

/** The latest title; null until there is a first page. */
let shown: string | null = null;

/**
 * Names the tab, and announces a new page: the heading gets the focus, so that a screen reader says it and the keyboard continues
 * from there. If the new page has put the focus into a field, or a dialog holds it, the title is only announced. The browser
 * announces the first page; and a page that merely changes (its language, a filter, a tab) is not a new page: then the focus stays
 * where it is.
 */
export function useArrival(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useRef(false);
  useEffect(() => {
    const before = shown;
    shown = title;
    document.title = `${title} · Boreal`;
    if (arrived.current) return;
    arrived.current = true;
    if (before === null || (before === title && !isNowhere())) return;
    const taken = isTaken();
    say(taken ? title : '');
    if (!taken) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return heading;
}

/** Whether the focused element is gone with the previous page. */
function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Whether the focus is already in the new page, or in a dialog. */
function isTaken(): boolean {
  return document.activeElement?.parentElement?.closest('main') != null || document.querySelector('[role=dialog]') !== null;
}

function say(title: string): void {
  const announcer = document.getElementById(ANNOUNCER);
  if (announcer !== null) announcer.textContent = title;
}
