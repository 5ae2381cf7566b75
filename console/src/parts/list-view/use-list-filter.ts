import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { searchOf, type ListFilter, type ReadFilter } from './list-filter.rules.ts';

const PAUSE_MS = 300;

export interface KeptFilter<F extends ListFilter> {
  readonly filter: F;
  readonly setFilter: (filter: F) => void;
  /** What to ask the server for: its words once typing pauses. */
  readonly asked: F & { readonly search: string | undefined };
  readonly read: ReadFilter<F>;
}

/**
 * A list's filter, kept in the page's address: it survives coming back and reloading, and can be sent to somebody. `read` says what
 * the list knows.
 */
export function useListFilter<F extends ListFilter>(read: ReadFilter<F>): KeptFilter<F> {
  const navigate = useNavigate();
  const address = read(useSearch({ strict: false }));
  const [{ filter, seen, sent }, setState] = useState({ filter: address, seen: searchOf(address), sent: no });
  // The address follows what is typed a little later: only what we did not put there ourselves comes from elsewhere.
  const here = searchOf(address);
  if (here !== seen) {
    const at = sent.lastIndexOf(here);
    setState(at === -1 ? { filter: address, seen: here, sent: no } : { filter, seen: here, sent: sent.slice(at + 1) });
  }
  const { search } = filter;
  const [paused] = useDebouncedValue(typeof search === 'string' ? search.trim() : '', PAUSE_MS);
  return {
    filter,
    asked: { ...filter, search: paused === '' ? undefined : paused },
    read,
    setFilter: (next) => {
      const names = Object.keys({ ...filter, ...next });
      const told = Object.fromEntries(names.map((name) => [name, next[name] === '' ? undefined : next[name]]));
      const key = searchOf(told);
      setState({ filter: next, seen, sent: key === (sent.at(-1) ?? seen) ? sent : [...sent, key] });
      void navigate({ to: '.', search: told, replace: true, resetScroll: false });
    },
  };
}

const no: readonly string[] = [];
