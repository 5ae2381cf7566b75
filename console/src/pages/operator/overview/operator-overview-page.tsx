import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '../../../api/operator/oversight.ts';
import { useOperatorMay } from '../../../app/operator-role.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { ExactMoney } from '../../../parts/exact-money.tsx';
import { Figure, Figures } from '../../../parts/figure.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { Attention } from './attention.tsx';
import { Health } from './health.tsx';
import { RevenueChart } from './revenue-chart.tsx';
import { useOperatorOverviewText } from './text.ts';
import { UtilisationChart } from './utilisation-chart.tsx';

/** The house at a glance: its revenue, its utilisation, what needs attention. */
export function OperatorOverviewPage() {
  const t = useOperatorOverviewText();
  const format = useFormats();
  const overview = useQuery(overviewQuery);
  const mayReadBooks = useOperatorMay('books.read');
  const mayReadFleet = useOperatorMay('fleet.read');
  return (
    <>
      <PageHeader title={t.title} />
      <Queried query={overview}>
        {(house) => {
          const servers = house.servers.reduce((sum, { count }) => sum + count, 0);
          const running = house.servers.find(({ status }) => status === 'ACTIVE')?.count ?? 0;
          return (
            <>
              <Figures>
                {house.revenue !== null && (
                  <>
                    <Figure name={t.today} value={<ExactMoney cad={house.revenue.today} />} note={t.beforeTax} />
                    <Figure name={t.thisMonth} value={<ExactMoney cad={house.revenue.thisMonth} />} note={t.beforeTax} />
                  </>
                )}
                <Figure
                  name={t.gpus}
                  value={t.ofAll(format.number(house.gpus.held), format.number(house.gpus.total))}
                  note={house.gpus.total > 0 ? format.percent((house.gpus.held / house.gpus.total) * 100) : undefined}
                />
                <Figure name={t.running} value={format.number(running)} note={t.runningNote(format.number(servers))} />
                <Figure
                  name={t.accountsCount}
                  value={format.number(house.accounts.total)}
                  note={t.suspendedNote(house.accounts.suspended)}
                />
              </Figures>
              <Attention house={house} />
              <Health health={house.health} at={house.at} />
            </>
          );
        }}
      </Queried>
      {!overview.isPending && (
        <>
          {mayReadBooks && <RevenueChart />}
          {mayReadFleet && <UtilisationChart />}
        </>
      )}
    </>
  );
}
