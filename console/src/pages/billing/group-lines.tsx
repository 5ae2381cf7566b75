import type { DayCharges, GroupLine } from '@boreal/contract/transaction-groups.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { groupLinesQuery } from '../../api/payments.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { Queried } from '../../parts/queried.tsx';
import { Time } from '../../parts/time.tsx';
import { useBillingText } from './text.ts';
import { SignedAmount } from './transactions-table.tsx';

/** The hours and refunds that a group comes to, as rows beneath it. */
export function GroupLines({ group }: { group: DayCharges }) {
  const query = useQuery(groupLinesQuery(useAccountId(), group));
  if (query.data === undefined) {
    return (
      <tr>
        <td colSpan={4}>
          <Queried query={query} height={24}>
            {() => null}
          </Queried>
        </td>
      </tr>
    );
  }
  return query.data.map((line) => <Line key={line.id} line={line} />);
}

function Line({ line: { type, periodStart, periodEnd, amount, createdAt } }: { line: GroupLine }) {
  const t = useBillingText();
  const format = useFormats();
  return (
    <tr>
      <td>
        <Text span size="sm" c="dimmed">
          {periodStart === null || periodEnd === null ? (
            <Time iso={createdAt} />
          ) : (
            `${format.time(periodStart)} – ${format.time(periodEnd)}`
          )}
        </Text>
      </td>
      <td>
        <Text span size="sm" c="dimmed">
          {periodStart === null ? t.types[type] : t.anHour}
        </Text>
      </td>
      <td className="right">
        <SignedAmount cad={amount} byCard={false} />
      </td>
      <td className="right wide-only">–</td>
    </tr>
  );
}
