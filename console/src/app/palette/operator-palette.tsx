import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Building2, Server } from 'lucide-react';
import { useState } from 'react';
import { loadAccounts } from '../../api/operator/accounts.ts';
import { loadServers } from '../../api/operator/servers.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { useOperatorMay } from '../operator-role.ts';
import type { PaletteProps } from '../palette-gate.tsx';
import type { Command } from './command.ts';
import { Palette } from './palette.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useNavPages } from './use-nav-pages.ts';
import { useOwnActions } from './use-own-actions.ts';

/** Until nobody types for so long, nothing is asked of the server. */
const PAUSE_MS = 200;
/** Shorter words are in nearly everything. */
const LETTERS_MIN = 2;

/** All that an operator in their role can find: pages, what they can do, every account and server, which the server looks up. */
export function OperatorPalette({ groups, part, onPart, onClose }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const pages = useNavPages(groups);
  const own = useOwnActions({ side: 'operator', onShortcuts: () => onPart('shortcuts') });
  const { things, state } = useLookedUp(typed);
  if (part === 'shortcuts') return <ShortcutsDialog groups={groups} onClose={onClose} />;
  return <Palette commands={[...pages, ...own, ...things]} typed={typed} onType={setTyped} state={state} onClose={onClose} />;
}

function useLookedUp(typed: string): { things: Command[]; state: 'complete' | 'loading' | 'incomplete' } {
  const shell = useShellText();
  const format = useFormats();
  const navigate = useNavigate();
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const asked = { placeholderData: keepPreviousData, staleTime: 10_000 } as const;
  const isLong = search.length >= LETTERS_MIN;
  const accountsToo = useOperatorMay('customers.read');
  const serversToo = useOperatorMay('servers.read');
  const results = useQueries({
    queries: [
      {
        queryKey: ['operator', 'palette', 'accounts', search],
        queryFn: () => loadAccounts({ search, cursor: null }),
        enabled: isLong && accountsToo,
        ...asked,
      },
      {
        queryKey: ['operator', 'palette', 'servers', search],
        queryFn: () => loadServers({ search, cursor: null }),
        enabled: isLong && serversToo,
        ...asked,
      },
    ],
  });
  const [accounts, servers] = results;
  // What the server found by something that is not shown, such as the address of an owner, is found here by what was typed, too.
  const words = (...of: (string | null)[]) => [...of, search];
  const things: Command[] = [
    ...(accounts.data?.items ?? []).map(({ id, name, balance }) => ({
      id,
      group: 'accounts' as const,
      name,
      about: format.money(balance),
      words: words(id),
      icon: Building2,
      whenAsked: true,
      run: () => void navigate({ to: '/operator/accounts/$accountId', params: { accountId: id } }),
    })),
    ...(servers.data?.items ?? []).map(({ id, name, status, accountName, ipv4 }) => ({
      id,
      group: 'servers' as const,
      name,
      about: `${shell.status[status]} · ${accountName}`,
      words: words(id, ipv4),
      icon: Server,
      whenAsked: true,
      run: () => void navigate({ to: '/operator/servers/$serverId', params: { serverId: id } }),
    })),
  ];
  const isWaiting =
    typed.trim().length >= LETTERS_MIN &&
    (typed.trim() !== search ||
      results.some(({ isFetching, isPlaceholderData, isLoading }) => isLoading || (isFetching && isPlaceholderData)));
  return { things, state: results.some(({ isError }) => isError) ? 'incomplete' : isWaiting ? 'loading' : 'complete' };
}
