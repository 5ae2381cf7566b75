import { endpointOf } from '@boreal/contract/servers/ssh-command.ts';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bot, CreditCard, KeyRound, Server, Users } from 'lucide-react';
import { mcpKeysQuery } from '../../api/agents.ts';
import { apiKeysKey, listApiKeys } from '../../api/keys.ts';
import { loadOrTell } from '../../api/load-or-tell.ts';
import { membersQuery } from '../../api/members.ts';
import { serversQuery, serverStatesQuery } from '../../api/servers.ts';
import { sshKeysQuery } from '../../api/ssh-keys.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { useAccountId, useMayDo } from '../account.tsx';
import type { Command } from './command.ts';
import { usePaletteText } from './text.ts';
import { useServerDeeds } from './use-server-deeds.ts';

/** While it is open, nothing is asked again. */
const ONCE = { refetchInterval: false } as const;

/** Documents are described at length: what reads them comes after the palette. */
async function latestInvoices(accountId: string) {
  const { listInvoices } = await loadOrTell(() => import('../../api/invoices.ts'));
  return listInvoices(accountId, { cursor: null, kind: undefined });
}

/** What the account has, as far as the person may see it: the latest of what comes in pages. */
export function useCustomerThings(): { things: Command[]; state: 'complete' | 'loading' | 'incomplete' } {
  const t = usePaletteText();
  const shell = useShellText();
  const format = useFormats();
  const navigate = useNavigate();
  const accountId = useAccountId();
  const deedsOf = useServerDeeds();
  const [mayServers, mayKeys, mayBilling, mayMembers] = [
    useMayDo('servers.read'),
    useMayDo('keys.read'),
    useMayDo('billing.read'),
    useMayDo('members.read'),
  ];
  const results = useQueries({
    queries: [
      { ...serversQuery(accountId), ...ONCE, enabled: mayServers },
      { ...sshKeysQuery(accountId), ...ONCE, enabled: mayServers },
      {
        queryKey: [...apiKeysKey(accountId), 'latest'],
        queryFn: () => listApiKeys(accountId, { cursor: null }),
        ...ONCE,
        enabled: mayKeys,
      },
      { ...mcpKeysQuery(accountId), ...ONCE, enabled: mayKeys },
      {
        queryKey: [accountId, 'invoices', 'latest'],
        queryFn: () => latestInvoices(accountId),
        ...ONCE,
        enabled: mayBilling,
      },
      { ...membersQuery(accountId), ...ONCE, enabled: mayMembers },
      { ...serverStatesQuery(accountId), ...ONCE, enabled: mayServers },
    ],
  });
  const [servers, sshKeys, apiKeys, agents, invoices, members, states] = results;
  const stateOf = new Map(states.data?.map((state) => [state.id, state]));
  const things: Command[] = [
    ...(servers.data ?? []).map((server) => {
      const state = stateOf.get(server.id);
      return {
        id: server.id,
        group: 'servers' as const,
        name: server.name,
        about: `${shell.status[(state ?? server).status]} · ${server.gpu}`,
        words: [server.id, endpointOf(state ?? server), server.region],
        icon: Server,
        deeds: () => (state === undefined ? [] : deedsOf(state)),
        run: () => void navigate({ to: '/console/servers/$serverId/{-$tab}', params: { serverId: server.id } }),
      };
    }),
    ...(sshKeys.data ?? []).map(({ id, name, fingerprint }) => ({
      id,
      group: 'sshKeys' as const,
      name,
      words: [id, fingerprint],
      icon: KeyRound,
      whenAsked: true,
      run: () => void navigate({ to: '/console/ssh-keys' }),
    })),
    ...(apiKeys.data?.items ?? []).map(({ id, name, prefix }) => ({
      id,
      group: 'apiKeys' as const,
      name,
      about: `${prefix}…`,
      words: [id],
      icon: KeyRound,
      whenAsked: true,
      run: () => void navigate({ to: '/console/api-keys' }),
    })),
    ...(agents.data ?? []).map(({ id, name, prefix }) => ({
      id,
      group: 'agents' as const,
      name,
      about: `${prefix}…`,
      words: [id],
      icon: Bot,
      whenAsked: true,
      run: () => void navigate({ to: '/console/agents/$keyId', params: { keyId: id } }),
    })),
    ...(invoices.data?.items ?? []).map(({ id, number, kind, issuedAt, total }) => ({
      id,
      group: 'invoices' as const,
      name: number,
      about: `${t.kinds[kind]} · ${format.date(issuedAt)} · ${format.money(total)}`,
      words: [id, issuedAt.slice(0, 10)],
      icon: CreditCard,
      whenAsked: true,
      run: () => void navigate({ to: '/console/billing/invoices/$invoiceId', params: { invoiceId: id } }),
    })),
    ...(members.data?.members ?? []).map(({ userId, name, email }) => ({
      id: userId,
      group: 'members' as const,
      name,
      about: email,
      words: [userId],
      icon: Users,
      whenAsked: true,
      run: () => void navigate({ to: '/console/members' }),
    })),
  ];
  const state = results.some(({ isError }) => isError) ? 'incomplete' : results.some(({ isLoading }) => isLoading) ? 'loading' : 'complete';
  return { things, state };
}
