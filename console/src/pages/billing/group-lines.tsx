import type { DayCharges, GroupLine } from '@boreal/contract/billing/transaction-groups.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { groupLinesQuery } from '../../api/payments.ts';
import { useAccountId } from '../../app/account.tsx';
import { Queried } from '../../parts/queried.tsx';

interface GroupLinesProps {
  readonly group: DayCharges;
  /** How many columns the table has. */
  readonly width: number;
  readonly children: (lines: readonly GroupLine[]) => ReactNode;
}

/** The hours and refunds that a group comes to, as rows beneath it. */
export function GroupLines({ group, width, children }: GroupLinesProps) {
  const query = useQuery(groupLinesQuery(useAccountId(), group));
  if (query.data !== undefined) return children(query.data);
  return (
    <tr>
      <td colSpan={width}>
        <Queried query={query} height={24}>
          {() => null}
        </Queried>
      </td>
    </tr>
  );
}
