import { Badge, Radio, SimpleGrid } from '@mantine/core';
import { useFormats } from '../../format/use-formats.ts';
import { ChoiceCard } from '../../parts/choice-card.tsx';
import type { Model } from './models.rules.ts';
import { useDeployText } from './text.ts';

const colors = { in: 'boreal', out: 'orange', request: 'gray' } as const;

/** The GPUs for sale, each with its memory, its lowest price and its availability. */
export function ModelChoice({
  models,
  chosen,
  onChoose,
}: {
  models: readonly Model[];
  chosen: string | null;
  onChoose: (name: string) => void;
}) {
  const t = useDeployText();
  const format = useFormats();
  const stock = { in: t.inStock, out: t.outOfStock, request: t.onRequest } as const;
  return (
    <Radio.Group label={t.gpu} value={chosen} onChange={onChoose} labelProps={{ fw: 650, mb: 8 }}>
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} spacing="sm">
        {models.map((model) => (
          <ChoiceCard
            key={model.name}
            value={model.name}
            title={model.name}
            aside={<Badge color={colors[model.stock]}>{stock[model.stock]}</Badge>}
            text={
              <>
                {model.memoryGb !== null && <div>{t.memory(format.number(model.memoryGb))}</div>}
                {(model.fromHourly !== null || model.spotHourly === null) && (
                  <div className="figures">{model.fromHourly === null ? t.priceOnRequest : t.from(format.rate(model.fromHourly))}</div>
                )}
                {model.spotHourly !== null && <div className="figures">{t.spotFrom(format.rate(model.spotHourly))}</div>}
              </>
            }
          />
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
