import { AccountStanding } from '@boreal/contract/operator/operator.ts';
import { Badge, Group } from '@mantine/core';
import { loadAccounts } from '../../../api/operator/accounts.ts';
import { usePages } from '../../../api/use-pages.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Money } from '../../../parts/money.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { oneOf, wordsOf } from '../../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../../parts/list-view/paged-list.tsx';
import { useListFilter } from '../../../parts/list-view/use-list-filter.ts';
import { Ago } from '../../../parts/ago.tsx';
import { Choice } from '../parts/choice.tsx';
import { AccountLink } from '../parts/links.tsx';
import { SearchBox } from '../../../parts/list-view/search-box.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorAccountsText } from './text.ts';

const readFilter = ({ search, standing }: Readonly<Record<string, unknown>>) => ({
  search: wordsOf(search),
  standing: oneOf(AccountStanding.options, standing),
});

/** All customers. */
export function AccountsPage() {
  const t = useOperatorAccountsText();
  const words = useOperatorText();
  const format = useFormats();
  const kept = useListFilter(readFilter);
  const { asked, filter, setFilter } = kept;
  const accounts = usePages({ queryKey: ['operator', 'accounts', asked], load: (cursor) => loadAccounts({ ...asked, cursor }) });
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <PagedList
        list="operator-accounts"
        filter={kept}
        query={accounts}
        caption={t.title}
        columns={[
          {
            name: words.name,
            sortBy: ({ name }) => name,
            wraps: true,
            cell: ({ id, name, suspendedAt, closedAt }) => (
              <Group gap="xs">
                <AccountLink id={id} name={name} />
                {suspendedAt !== null && <Badge color="red">{words.suspended}</Badge>}
                {closedAt !== null && <Badge color="gray">{t.closed}</Badge>}
              </Group>
            ),
          },
          {
            id: 'balance',
            name: t.balance,
            sortBy: ({ balance }) => balance,
            align: 'right',
            cell: ({ balance }) => <Money cad={balance} />,
          },
          {
            id: 'servers',
            name: words.servers,
            sortBy: ({ serverCount }) => serverCount,
            align: 'right',
            cell: ({ serverCount }) => format.number(serverCount),
          },
          {
            id: 'rate',
            name: t.burnRate,
            sortBy: ({ burnRatePerHour }) => burnRatePerHour,
            align: 'right',
            wideOnly: true,
            cell: ({ burnRatePerHour }) => <Money cad={burnRatePerHour} />,
          },
          {
            id: 'lasts',
            name: t.lasts,
            sortBy: ({ estimatedRuntimeHours: hours }) => hours,
            wideOnly: true,
            cell: ({ estimatedRuntimeHours: hours }) => (hours === null ? '–' : format.duration(hours)),
          },
          {
            id: 'created',
            name: words.created,
            sortBy: ({ createdAt }) => createdAt,
            wideOnly: true,
            cell: ({ createdAt }) => <Ago iso={createdAt} />,
          },
        ]}
        empty={<EmptyState title={t.noneFound} text={t.noneFoundText} />}
      >
        <SearchBox label={t.searchFor} value={filter.search} onChange={(search) => setFilter({ ...filter, search })} />
        <Choice
          label={words.status}
          options={AccountStanding.options}
          names={{ active: t.active, suspended: words.suspended, closed: t.closed }}
          value={filter.standing}
          onChange={(standing) => setFilter({ ...filter, standing })}
        />
      </PagedList>
    </>
  );
}
