import { useLocation, useSearch } from '@tanstack/react-router';

/** Where somebody wanted to go before they had to do something else first; undefined if nowhere. */
export function useNext(): string | undefined {
  const { next } = useSearch({ from: '__root__' });
  return next;
}

/** The address of this page, with where it finally leads: for a link to what has to be done first. */
export function useHere(): string {
  return useLocation({ select: ({ href }) => href });
}

/** The address of a page that finally leads there. */
export const withNext = (path: string, next: string | undefined) =>
  next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;
