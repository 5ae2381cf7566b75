import { useMemo, useSyncExternalStore } from 'react';
import { useMe, useScope } from '../../app/account.tsx';
import { readKept, type KeptList } from './kept-list.rules.ts';

/** Every list that keeps something; a name stays, or what people kept is lost. */
export type ListName = (typeof listNames)[number];
const listNames = [
  'servers',
  'transactions',
  'orders',
  'invoices',
  'audit',
  'tickets',
  'api-keys',
  'ssh-keys',
  'agents',
  'operator-accounts',
  'operator-servers',
  'operator-hosts',
  'operator-payments',
  'operator-orders',
  'operator-invoices',
  'operator-refunds',
  'operator-plans',
  'operator-tickets',
  'operator-mail',
  'operator-audit',
  'operator-approvals',
] as const;

/** What this person keeps of a list of this account, or of the operators' console, in this browser. */
export function useKeptList(list: ListName): { kept: KeptList; keep: (next: KeptList) => boolean } {
  const { id } = useMe();
  const key = `boreal.list.${id}.${useScope()}.${list}`;
  const text = useSyncExternalStore(watch, () => read(key));
  const kept = useMemo(() => readKept(text), [text]);
  return { kept, keep: (next) => write(key, next) };
}

const watching = new Set<() => void>();

/** Also by another tab. */
function watch(onChange: () => void): () => void {
  watching.add(onChange);
  addEventListener('storage', onChange);
  return () => {
    watching.delete(onChange);
    removeEventListener('storage', onChange);
  };
}

/** A browser may keep nothing for anybody. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** False: the browser would not. */
function write(key: string, kept: KeptList): boolean {
  try {
    if (kept.saved.length === 0 && kept.hidden.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    return false;
  }
  for (const tell of watching) tell();
  return true;
}
