import { useEffect, useRef, type RefObject } from 'react';

/** Where index.html has a place that screen readers listen to. */
const ANNOUNCER = 'announcer';

/** The title shown last; null until a first page is there. */
let shown: string | null = null;

/**
 * Names the tab, and tells whoever has come from another page where they are now: the heading gets the focus, so that a screen
 * reader says it and the keyboard goes on from there. Where the new page has put the focus into a field, or a dialog holds it,
 * the title is only said. The first page is announced by the browser; and a page that merely changes (its language, a
 * filter, a tab) is no other page: then the focus stays where it is.
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

/** Whether what had the focus is gone with the page before. */
function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Whether the focus is in the new page already, or in a dialog. */
function isTaken(): boolean {
  return document.activeElement?.parentElement?.closest('main') != null || document.querySelector('[role=dialog]') !== null;
}

function say(title: string): void {
  const announcer = document.getElementById(ANNOUNCER);
  if (announcer !== null) announcer.textContent = title;
}
