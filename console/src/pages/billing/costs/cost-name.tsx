import type { CostRow, Costs, CostsBy } from '@boreal/contract/billing/costs.ts';
import { Badge, Group, Text } from '@mantine/core';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { useCostsText } from './text.ts';

/** A row of the table: of something, of what is too much to show, or of all. */
export type ShownCost =
  | (CostRow & { readonly kind: 'row' })
  | (NonNullable<Costs['more']> & { readonly kind: 'more' })
  | (Omit<Costs, 'rows'> & { readonly kind: 'total' });

/** What a row is the cost of. */
export function CostName({ by, row }: { by: CostsBy; row: ShownCost }) {
  const t = useCostsText();
  if (row.kind === 'total') return t.total;
  if (row.kind === 'more') return <Text size="sm">{t.more(row.rows)}</Text>;
  const { id, name, gpu, isDeleted } = row;
  if (id === null)
    return (
      <Text size="sm" c="dimmed">
        {t.none[by]}
      </Text>
    );
  if (by !== 'server') return <Text size="sm">{name ?? id}</Text>;
  return (
    <>
      <Group gap={6}>
        <LinkAnchor to="/console/servers/$serverId/{-$tab}" params={{ serverId: id }} fw={600} fz="sm">
          {name ?? id}
        </LinkAnchor>
        {isDeleted && (
          <Badge color="gray" size="sm">
            {t.deleted}
          </Badge>
        )}
      </Group>
      {gpu !== null && (
        <Text size="sm" c="dimmed">
          {gpu}
        </Text>
      )}
    </>
  );
}
