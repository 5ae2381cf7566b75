import type { BillingCycle, GpuPlan } from '@boreal/contract/shop/catalog.ts';
import { Radio, SimpleGrid } from '@mantine/core';
import { useMayDo } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { ChoiceCard } from '../../parts/choice-card.tsx';
import { useDeployText } from './text.ts';

/** By the hour from the credit, or a term from the card. An unavailable option says why. */
export function BillingChoice({ plan, cycle, onChoose }: { plan: GpuPlan; cycle: BillingCycle; onChoose: (cycle: BillingCycle) => void }) {
  const t = useDeployText();
  const format = useFormats();
  const mayPay = useMayDo('billing.write');
  const monthly = plan.pricing?.monthly ?? null;
  const annual = plan.pricing?.annual ?? null;
  const refusal = plan.hourlyOnly ? t.hourlyOnly : mayPay ? null : t.needsBilling;
  return (
    <Radio.Group
      label={t.billing}
      value={cycle}
      onChange={(value) => onChoose(value === 'monthly' || value === 'annual' ? value : 'hourly')}
      labelProps={{ fw: 650, mb: 8 }}
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <ChoiceCard value="hourly" title={t.hourly} text={t.hourlyHint} />
        <ChoiceCard
          value="monthly"
          title={t.monthly}
          disabled={refusal !== null || monthly === null}
          text={refusal ?? (monthly === null ? t.hourlyOnly : t.monthlyHint(format.money(monthly)))}
        />
        <ChoiceCard
          value="annual"
          title={t.annual}
          disabled={refusal !== null || annual === null}
          text={refusal ?? (annual === null ? t.hourlyOnly : t.annualHint(format.money(annual)))}
        />
      </SimpleGrid>
    </Radio.Group>
  );
}
