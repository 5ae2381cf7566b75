import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { costsQuery } from '../../../api/costs.ts';
import { useAccountId } from '../../../app/account.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { BillingFrame } from '../billing-frame.tsx';
import { CostsChoice } from './costs-choice.tsx';
import { CostsTable } from './costs-table.tsx';
import { Forecast } from './forecast.tsx';
import { useCostsText } from './text.ts';
import { useChosenCosts } from './use-chosen-costs.ts';

/** px: the choice does not jump when the rows come. */
const TABLE_HEIGHT = 320;

/** What was charged on some days, by server, label, person, key or model, and what the month comes to. */
export function CostsPage() {
  const t = useCostsText();
  const chosen = useChosenCosts();
  const costs = useQuery({ ...costsQuery(useAccountId(), chosen.asked), enabled: chosen.wrong === null });
  return (
    <BillingFrame title={t.title} about={t.about}>
      <Stack gap="lg">
        <Forecast />
        <CostsChoice chosen={chosen} labels={costs.data?.labels ?? []} label={costs.data?.label ?? null} />
        {chosen.wrong === null && (
          <Queried query={costs} height={TABLE_HEIGHT}>
            {(told) => <CostsTable costs={told} />}
          </Queried>
        )}
      </Stack>
    </BillingFrame>
  );
}
