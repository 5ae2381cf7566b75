import type { GpuPlan } from '@boreal/contract/shop/catalog.ts';
import type { PlanFacts } from '@boreal/contract/shop/plan-facts.ts';
import { Badge, Group, Radio, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useFormats } from '../../format/use-formats.ts';
import { ChoiceCard } from '../../parts/choice-card.tsx';
import { Disks } from './disks.tsx';
import { planOf, type Model } from './models.rules.ts';
import { useDeployText } from './text.ts';

interface SizeChoiceProps {
  readonly model: Model;
  readonly plan: GpuPlan;
  readonly facts: readonly PlanFacts[];
  readonly onChoose: (plan: GpuPlan) => void;
}

/** How many of the GPU, on demand or spot. */
export function SizeChoice({ model, plan, facts, onChoose }: SizeChoiceProps) {
  const t = useDeployText();
  const format = useFormats();
  const sizes = model.plans.filter(({ spot }) => spot === plan.spot);
  const hasBoth = model.plans.some(({ spot }) => spot) && model.plans.some(({ spot }) => !spot);
  const turn = (spot: boolean) => {
    const other = planOf(model, { gpuCount: plan.gpuCount, spot }) ?? model.plans.find((one) => one.spot === spot);
    if (other) onChoose(other);
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={650} id="size-label">
          {t.size}
        </Text>
        {hasBoth && (
          <SegmentedControl
            aria-label={t.kind}
            value={plan.spot ? 'spot' : 'on demand'}
            onChange={(value) => turn(value === 'spot')}
            data={[
              { value: 'on demand', label: t.onDemand },
              { value: 'spot', label: t.spot },
            ]}
          />
        )}
      </Group>
      {plan.spot && (
        <Text size="sm" c="dimmed">
          {t.spotHint}
        </Text>
      )}
      <Radio.Group
        aria-labelledby="size-label"
        value={plan.id}
        onChange={(id) => {
          const found = sizes.find((size) => size.id === id);
          if (found) onChoose(found);
        }}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {sizes.map((size) => (
            <ChoiceCard
              key={size.id}
              value={size.id}
              title={`${size.gpuCount} × ${model.name}`}
              aside={
                size.eligibility === 'deployable' ? (
                  <Text component="span" size="sm" className="figures">
                    {size.pricing ? t.perHour(format.rate(size.pricing.hourly)) : t.priceOnRequest}
                  </Text>
                ) : (
                  <Badge color={size.eligibility === 'contact' ? 'gray' : 'orange'}>
                    {size.eligibility === 'contact' ? t.onRequest : t.outOfStock}
                  </Badge>
                )
              }
              text={
                <>
                  <div>{t.sizeSpecs(format.number(size.specs.vcores), format.number(size.specs.ram))}</div>
                  <div>
                    {size.specs.localStorage > 0
                      ? t.sizeDisks(format.number(size.specs.storage), format.number(size.specs.localStorage))
                      : t.sizeDisk(format.number(size.specs.storage))}
                  </div>
                  <Hardware facts={facts.find(({ planId }) => planId === size.id)} />
                </>
              }
            />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Disks hasWorkDisk={plan.specs.localStorage > 0} />
    </Stack>
  );
}

/** How its GPUs speak with each other, its processor and its network: what is known of them, and nothing where nothing is. */
function Hardware({ facts }: { facts: PlanFacts | undefined }) {
  const t = useDeployText();
  const format = useFormats();
  const { gpuLink: link = null, cpuModel = null, network = null } = facts ?? {};
  const known = [
    link === null ? null : t.gpuLink(link.kind, format.number(link.gbPerSecond)),
    cpuModel === null ? null : t.cpuModel(cpuModel),
    network === null ? null : t.network(network),
  ];
  return known.map((fact) => fact !== null && <div key={fact}>{fact}</div>);
}
