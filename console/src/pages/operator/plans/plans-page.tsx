import { Eligibility } from '@boreal/contract/shop/catalog.ts';
import { addPlan } from '@boreal/contract/endpoints/operator/shop.ts';
import type { OperatorPlan } from '@boreal/contract/operator/operator.ts';
import { Badge, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plansQuery } from '../../../api/operator/catalog.ts';
import type { Column } from '../../../parts/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ListTable } from '../../../parts/list-table.tsx';
import { ListBar } from '../../../parts/list-view/list-bar.tsx';
import { oneOf, wordsOf } from '../../../parts/list-view/list-filter.rules.ts';
import { useChosenColumns } from '../../../parts/list-view/use-chosen-columns.ts';
import { useListFilter } from '../../../parts/list-view/use-list-filter.ts';
import { Money } from '../../../parts/money.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { Choice } from '../parts/choice.tsx';
import { PlanLink } from '../parts/links.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { SearchBox } from '../../../parts/list-view/search-box.tsx';
import { useOperatorText } from '../parts/text.ts';
import { CatalogHeader } from './catalog-header.tsx';
import { AddPlanDialog } from './plan-dialogs.tsx';
import { useCommittedColumns } from './committed-columns.tsx';
import { useModelName } from './use-model-name.ts';
import { useOperatorPricesText } from './prices-text.ts';
import { useOperatorPlansText } from './text.ts';

export const eligibilityColors = { deployable: 'boreal', contact: 'blue', out_of_stock: 'orange', disabled: 'gray' } as const;
const stateColors = { ...eligibilityColors, retired: 'gray' } as const;

/** Every plan with its list price. */
export function PlansPage() {
  const t = useOperatorPlansText();
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
      <Queried query={plans}>{(rows) => <PlanList plans={rows} />}</Queried>
      {adding && <AddPlanDialog onClose={() => setAdding(false)} />}
    </>
  );
}

/** How a plan is offered; a retired one is not, whatever else is said of it. */
const planStates = [...Eligibility.options, 'retired'] as const;
const stateOf = ({ eligibility, retiredAt }: OperatorPlan) => (retiredAt === null ? eligibility : 'retired');

const readFilter = ({ search, model, state }: Readonly<Record<string, unknown>>) => ({
  search: wordsOf(search),
  model: wordsOf(model),
  state: oneOf(planStates, state),
});

function PlanList({ plans }: { plans: readonly OperatorPlan[] }) {
  const t = useOperatorPlansText();
  const ofPrices = useOperatorPricesText();
  const words = useOperatorText();
  const kept = useListFilter(readFilter);
  const { filter, setFilter } = kept;
  const { search = '', model, state } = filter;
  const stateNames = { ...t.eligibility, retired: t.retired };
  const models = [...new Set(plans.map(({ gpuModel }) => gpuModel))];
  const modelName = useModelName();
  const typed = search.trim().toLowerCase();
  const shown = plans.filter(
    (plan) =>
      (model === undefined || plan.gpuModel === model) &&
      (state === undefined || stateOf(plan) === state) &&
      [plan.name, plan.id].some((text) => text.toLowerCase().includes(typed)),
  );
  const columns: readonly Column<OperatorPlan>[] = [
    { name: words.plan, sortBy: ({ name }) => name, wraps: true, cell: ({ id, name }) => <PlanLink id={id} name={name} /> },
    {
      id: 'hourly',
      name: ofPrices.hourly,
      sortBy: ({ pricing }) => pricing?.hourly ?? null,
      align: 'right',
      cell: ({ pricing }) => (pricing === null ? t.onRequest : <Money cad={pricing.hourly} rate />),
    },
    ...useCommittedColumns(),
    {
      id: 'status',
      name: words.status,
      sortBy: (plan) => stateNames[stateOf(plan)],
      cell: (plan) => <Badge color={stateColors[stateOf(plan)]}>{stateNames[stateOf(plan)]}</Badge>,
    },
  ];
  const none = plans.length === 0;
  return (
    <Stack>
      <ListBar list="operator-plans" filter={kept} columns={columns}>
        <SearchBox label={t.searchPlans} value={filter.search} onChange={(text) => setFilter({ ...filter, search: text })} />
        <Choice
          label={words.gpuModel}
          options={models}
          names={Object.fromEntries(models.map((slug) => [slug, modelName(slug)]))}
          value={model}
          onChange={(chosen) => setFilter({ ...filter, model: chosen })}
        />
        <Choice
          label={words.status}
          options={planStates}
          names={stateNames}
          value={state}
          onChange={(chosen) => setFilter({ ...filter, state: chosen })}
        />
      </ListBar>
      <ListTable
        caption={t.titles.plans}
        rows={shown}
        rowKey={({ id }) => id}
        columns={useChosenColumns('operator-plans', columns)}
        empty={<EmptyState title={none ? t.noPlans : t.noPlansFound} text={none ? t.noPlansText : t.noPlansFoundText} />}
      />
    </Stack>
  );
}
