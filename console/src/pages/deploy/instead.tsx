import type { GpuPlan } from '@boreal/contract/catalog.ts';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { Info } from 'lucide-react';
import { useFormats } from '../../format/use-formats.ts';
import { availableInstead } from './models.rules.ts';
import { useDeployText } from './text.ts';

/** When the choice is out of stock: what is available right now, one press away. */
export function Instead({ plans, wanted, onChoose }: { plans: readonly GpuPlan[]; wanted: GpuPlan; onChoose: (plan: GpuPlan) => void }) {
  const t = useDeployText();
  const format = useFormats();
  const others = availableInstead(plans, wanted);
  return (
    <Alert color="orange" variant="light" role="status" icon={<Info aria-hidden />} title={t.notNow}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{others.length === 0 ? t.nothingNow : t.availableNow}</Text>
        {others.map((plan) => (
          <Button key={plan.id} variant="default" size="xs" onClick={() => onChoose(plan)}>
            {t.take(plan.name, format.rate(plan.pricing?.hourly ?? 0))}
          </Button>
        ))}
      </Stack>
    </Alert>
  );
}
