import type { Permission } from '@boreal/contract/people/members.ts';
import type { Me, OwnAccount } from '@boreal/contract/people/people.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { meQuery } from '../api/me.ts';
import { purposeOf } from './page-purposes.ts';

const KEPT = 'boreal.account';

interface Current {
  readonly account: OwnAccount;
  readonly choose: (accountId: string) => void;
}

const AccountContext = createContext<Current | null>(null);

/** The signed-in person. Only below a shell. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

const readChosen = () => localStorage.getItem(KEPT);

/** The account that the pages are about: the one chosen last in this browser, else the first. */
export function chooseAccount(accounts: readonly OwnAccount[], chosen: string | null = readChosen()): OwnAccount | undefined {
  return accounts.find(({ id }) => id === chosen) ?? accounts[0];
}

/** The current account: the one chosen last in this browser, else the first. Without any, `none` is shown. */
export function AccountProvider({ children, none }: { children: ReactNode; none: ReactNode }) {
  const { accounts } = useMe();
  const [chosen, setChosen] = useState(readChosen);
  const account = chooseAccount(accounts, chosen);
  const value = useMemo<Current | null>(
    () =>
      account === undefined
        ? null
        : {
            account,
            choose: (accountId) => {
              localStorage.setItem(KEPT, accountId);
              setChosen(accountId);
            },
          },
    [account],
  );
  // Another account is another console: nothing that a page holds is carried over.
  return value === null ? (
    none
  ) : (
    <AccountContext value={value} key={value.account.id}>
      {children}
    </AccountContext>
  );
}

export function useCurrentAccount(): Current {
  const current = use(AccountContext);
  if (current === null) throw new Error('there is no account above: only pages of the customer console have one');
  return current;
}

/** Whether the page is about an account, and that one is closed. */
export function useIsClosed(): boolean {
  return (use(AccountContext)?.account.closedAt ?? null) !== null;
}

/** The account id in every call about the account. */
export function useAccountId(): string {
  return useCurrentAccount().account.id;
}

/** Whether the person's role lets them do the work of the page at this address, as far as a role decides about it. */
export function useMayWorkAt(address: string | undefined): boolean {
  const account = use(AccountContext)?.account;
  const purpose = purposeOf(address);
  return account === undefined || purpose === null || account.permissions.includes(purpose);
}

/** What is kept for a person is kept for each account, and for the operators' console. */
export function useScope(): string {
  return use(AccountContext)?.account.id ?? 'operator';
}

/** Whether the person's role in the current account allows this; in a closed one, it allows reading. */
export function useMayDo(permission: Permission): boolean {
  return useCurrentAccount().account.permissions.includes(permission);
}
