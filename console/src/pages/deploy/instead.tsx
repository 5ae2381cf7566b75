import type { GpuPlan } from '@boreal/contract/shop/catalog.ts';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { regionsQuery } from '../../api/catalog.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { availableInstead } from './models.rules.ts';
import { useDeployText } from './text.ts';

/** Loaded when something is sold out. */
const TellMe = lazyPart('tell-me', async () => (await import('../stock-alerts/tell-me.tsx')).TellMe, 30);

interface InsteadProps {
  readonly plans: readonly GpuPlan[];
  readonly wanted: GpuPlan;
  /** Undefined: the default region. */
  readonly region: string | undefined;
  readonly onChoose: (plan: GpuPlan) => void;
}

/** When the choice is out of stock: being told when it is back, and what is available right now, one press away. */
export function Instead({ plans, wanted, region, onChoose }: InsteadProps) {
  const t = useDeployText();
  const format = useFormats();
  const regions = useQuery(regionsQuery(useAccountId()));
  const usual = regions.data?.find((one) => one.default)?.id;
  const others = availableInstead(plans, wanted);
  return (
    <Alert color="orange" variant="light" role="status" icon={<Info aria-hidden />} title={t.notNow}>
      <Stack gap="xs" align="flex-start">
        <TellMe planId={wanted.id} region={region} defaultRegion={usual} />
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
