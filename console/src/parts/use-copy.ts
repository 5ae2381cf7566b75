import { useEffect, useState, type RefObject } from 'react';

/** The result of copying: nothing lately, done, or the text is selected for the person to copy. */
export type CopyState = 'idle' | 'copied' | 'selected';

const TOLD_MS = { copied: 2000, selected: 10_000 } as const;

/**
 * Copies a text that an element shows. Browsers only allow it over https and on the machine itself; elsewhere, as in a private
 * network over http, the text is selected, so that one keystroke copies it.
 */
export function useCopy(source: RefObject<HTMLElement | null>, text: string): { state: CopyState; copy: () => Promise<void> } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), TOLD_MS[state]);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      // Over http there is no clipboard at all.
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      select(source.current);
      setState('selected');
    }
  };
  return { state, copy };
}

function select(element: HTMLElement | null): void {
  if (element instanceof HTMLTextAreaElement) {
    element.focus();
    element.select();
  } else if (element !== null) {
    getSelection()?.selectAllChildren(element);
  }
}
