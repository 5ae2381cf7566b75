import { addPlan } from '@boreal/contract/endpoints/operator/shop.ts';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plansQuery } from '../../../api/operator/catalog.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Money } from '../../../parts/money.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { PlanLink } from '../parts/links.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { useOperatorText } from '../parts/text.ts';
import { CatalogHeader } from './catalog-header.tsx';
import { AddPlanDialog } from './plan-dialogs.tsx';
import { useCommittedColumns } from './committed-columns.tsx';
import { useOperatorPlansText } from './text.ts';

export const eligibilityColors = { deployable: 'boreal', contact: 'blue', out_of_stock: 'orange', disabled: 'gray' } as const;

/** Every plan with its list price. */
export function PlansPage() {
  const t = useOperatorPlansText();
  const words = useOperatorText();
  const committed = useCommittedColumns();
  const plans = useQuery(plansQuery);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <CatalogHeader
        part="plans"
        actions={
          <RoleButton calls={addPlan} onClick={() => setAdding(true)}>
            {t.addPlan}
          </RoleButton>
        }
      />
      <Queried query={plans}>
        {(rows) => (
          <DataTable
            caption={t.titles.plans}
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              { name: words.plan, cell: ({ id, name }) => <PlanLink id={id} name={name} /> },
              {
                name: t.hourly,
                align: 'right',
                cell: ({ pricing }) => (pricing === null ? t.onRequest : <Money cad={pricing.hourly} rate />),
              },
              ...committed,
              {
                name: words.status,
                cell: ({ eligibility, retiredAt }) =>
                  retiredAt === null ? (
                    <Badge color={eligibilityColors[eligibility]}>{t.eligibility[eligibility]}</Badge>
                  ) : (
                    <Badge color="gray">{t.retired}</Badge>
                  ),
              },
            ]}
            empty={<EmptyState title={t.noPlans} text={t.noPlansText} />}
          />
        )}
      </Queried>
      {adding && <AddPlanDialog onClose={() => setAdding(false)} />}
    </>
  );
}
