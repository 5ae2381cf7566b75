import type { Column } from '../../../parts/data-table.tsx';
import { AccountLink } from './links.tsx';
import { useOperatorText } from './text.ts';

interface OfAccount {
  readonly accountId: string | null;
  readonly accountName: string | null;
}

/** Whose each row of a list is. */
export function useAccountColumn(): Column<OfAccount> {
  const words = useOperatorText();
  return {
    id: 'account',
    name: words.account,
    sortBy: ({ accountId, accountName }) => accountName ?? accountId,
    wraps: true,
    cell: ({ accountId, accountName }) => (accountId === null ? '–' : <AccountLink id={accountId} name={accountName ?? accountId} />),
  };
}
