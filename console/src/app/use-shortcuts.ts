import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { NavGroup } from './nav-entry.ts';
import { readShortcut } from './shortcuts.rules.ts';
import { hasSingleKeys } from './single-keys.ts';

/** How long a letter may come after `g`. */
const SEQUENCE_MS = 1500;

/** Follows the keys that lead to pages, and tells which part of the palette others ask for. */
export function useShortcuts(groups: readonly NavGroup[], show: (part: 'commands' | 'shortcuts') => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let gAt = -Infinity;
    const read = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.key === 'Shift' || isInDialog()) return;
      const asked = readShortcut(
        {
          key: event.key,
          held: { command: event.ctrlKey || event.metaKey, other: event.altKey },
          afterG: event.timeStamp - gAt < SEQUENCE_MS,
          single: hasSingleKeys() && !isTyping(event.target),
        },
        groups,
      );
      gAt = asked === 'then' ? event.timeStamp : -Infinity;
      if (asked === null || asked === 'then') return;
      event.preventDefault();
      if (typeof asked === 'string') show(asked);
      else void navigate({ to: asked.page.to });
    };
    document.addEventListener('keydown', read);
    return () => document.removeEventListener('keydown', read);
  }, [groups, show, navigate]);
}

/** What is asked there is answered first. */
function isInDialog(): boolean {
  return document.querySelector('[role=dialog], dialog[open]') !== null;
}

/** Where a letter is a letter: fields, and lists that jump to what begins with it. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, [role=textbox], [role=combobox], [role=listbox], input:not([type=radio], [type=checkbox])'))
  );
}
