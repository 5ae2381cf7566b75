import type { StockAlert } from '@boreal/contract/shop/stock-alerts.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { regionsQuery } from '../../api/catalog.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { Ago } from '../../parts/ago.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { LinkAnchor, LinkButton } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { ProfileTabs } from '../profile/profile-tabs.tsx';
import { useStockAlerts } from './use-stock-alerts.ts';
import { useStockAlertsText } from './text.ts';

/** The sizes that the person is told about once they are back in stock. */
export function StockAlertsPage() {
  const t = useStockAlertsText();
  const { query, remove } = useStockAlerts();
  const mayDeploy = useMayDo('servers.write');
  const regions = useQuery(regionsQuery(useAccountId()));
  const nameOf = (region: string) => regions.data?.find(({ id }) => id === region)?.name ?? region;
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <ProfileTabs at="stock-alerts" />
      {remove.error && <ErrorNotice error={remove.error} />}
      <Queried query={query}>
        {(alerts) => (
          <ListTable
            caption={t.title}
            rows={alerts}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t.noneTitle} text={t.noneText} action={<LinkButton to="/console/deploy">{t.toDeploy}</LinkButton>} />}
            columns={[
              {
                name: t.size,
                sortBy: ({ name }: StockAlert) => name,
                wraps: true,
                cell: ({ name, productId, region }: StockAlert) =>
                  mayDeploy ? (
                    <LinkAnchor to="/console/deploy" search={{ plan: productId, region }} size="sm">
                      {name}
                    </LinkAnchor>
                  ) : (
                    name
                  ),
              },
              { name: t.region, sortBy: ({ region }) => nameOf(region), cell: ({ region }) => nameOf(region), wideOnly: true },
              { name: t.since, sortBy: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Ago iso={createdAt} />, wideOnly: true },
              {
                name: t.actions,
                align: 'right',
                cell: ({ id, name }) => (
                  <Button
                    size="xs"
                    variant="outline"
                    color="red"
                    aria-label={t.removeOf(name)}
                    loading={remove.isPending && remove.variables === id}
                    onClick={() => remove.mutate(id)}
                  >
                    {t.remove}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Queried>
    </>
  );
}
