import type { Permission } from '@boreal/contract/people/members.ts';
import { useNavigate } from '@tanstack/react-router';
import { Building2, Plus } from 'lucide-react';
import { useCurrentAccount, useMe } from '../account.tsx';
import type { PagePath } from '../nav-entry.ts';
import { pagePurposes } from '../page-purposes.ts';
import type { Command } from './command.ts';
import { usePaletteText } from './text.ts';

interface Begun {
  readonly to: PagePath;
  /** The dialog on that page, as its address names it. */
  readonly hash?: string;
  readonly needs: Permission;
}

const workAt = (to: keyof typeof pagePurposes): Begun => ({ to, needs: pagePurposes[to] });

const begun = {
  deployServer: workAt('/console/deploy'),
  addCredit: workAt('/console/billing/add-credits'),
  addSshKey: { to: '/console/ssh-keys', hash: 'add', needs: 'servers.write' },
  createApiKey: { to: '/console/api-keys', hash: 'add', needs: 'keys.write' },
  connectAgent: workAt('/console/agents/new'),
  inviteMember: { to: '/console/members', hash: 'invite', needs: 'members.write' },
  addCard: workAt('/console/billing/payment-methods/add'),
  writeSupport: workAt('/console/support/new'),
} as const satisfies Record<string, Begun>;
const names = [
  'deployServer',
  'addCredit',
  'addSshKey',
  'createApiKey',
  'connectAgent',
  'inviteMember',
  'addCard',
  'writeSupport',
] as const;

/** What the person's role lets them begin in this account, and turning to another account. */
export function useCustomerActions(): Command[] {
  const t = usePaletteText();
  const navigate = useNavigate();
  const { accounts } = useMe();
  const { account, choose } = useCurrentAccount();
  const others = accounts.filter(({ id }) => id !== account.id);
  return [
    ...names
      .filter((name) => account.permissions.includes(begun[name].needs))
      .map((name): Command => {
        const { to, hash }: Begun = begun[name];
        return {
          id: `action-${name}`,
          group: 'actions',
          name: t.actions[name],
          icon: Plus,
          run: () => void navigate({ to, ...(hash !== undefined && { hash }) }),
        };
      }),
    ...others.map(({ id, name }): Command => ({
      id: `account-${id}`,
      group: 'actions',
      name: t.switchTo(name),
      words: [id],
      icon: Building2,
      whenAsked: true,
      run: () => {
        choose(id);
        void navigate({ to: '/console' });
      },
    })),
  ];
}
