import { holderOf } from '@boreal/contract/fleet/gpus.ts';
import type { HostState, HostWithGpus, Pool } from '@boreal/contract/operator/operator.ts';
import { hostHindranceWords, hostSilenceWords, hostStateWords } from '@boreal/contract/fleet/host-words.ts';
import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { z } from 'zod';
import { useOperatorMay } from '../../../app/operator-role.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { GpuSlots } from './gpu-slots.tsx';
import { GpusAside } from './gpus-aside.tsx';
import { HostActions } from './host-actions.tsx';
import { HostRoom } from './host-room.tsx';
import { useOperatorCapacityText } from './text.ts';
import { Timed } from '../../../parts/time.tsx';

type State = z.infer<typeof HostState>;
const colors = { accepting: 'boreal', draining: 'orange', offline: 'gray' } as const satisfies Record<State, string>;

interface HostCardProps {
  readonly host: HostWithGpus;
  readonly pool: Pool;
  readonly pools: readonly Pool[];
}

/**
 * A host: how it is, what is on its GPUs of a pool, and what can be done with it. One of several pools is shown under each: what
 * concerns it as a whole under the first.
 */
export function HostCard({ host, pool, pools }: HostCardProps) {
  const t = useOperatorCapacityText();
  const mayChange = useOperatorMay('fleet.write');
  const format = useFormats();
  const share = shareOf(host, pool);
  const nameOf = (id: string | undefined) => pools.find((one) => one.id === id)?.name ?? '';
  const isFirst = host.poolIds[0] === pool.id;
  const others = host.poolIds.filter((id) => id !== pool.id).map(nameOf);
  return (
    <Card>
      <Group justify="space-between" mb="sm" gap="sm">
        <Group gap="sm">
          <Title order={3}>{host.name}</Title>
          <Badge color={colors[host.state]}>{t.state[host.state]}</Badge>
          {host.silentSince !== null && (
            <Badge color="red">
              <Timed iso={host.silentSince} sentence={t.silentSince} />
            </Badge>
          )}
          <Text size="sm" c="dimmed">
            {t.used(format.number(share.used), format.number(inSlots(share)))}
            {share.setAside > 0 && ` · ${t.setAside(share.setAside)}`}
          </Text>
        </Group>
        {isFirst && mayChange && <HostActions host={host} pool={pool} pools={pools} />}
      </Group>
      <HostWhy host={host} />
      {others.length > 0 && (
        <Text size="sm" mb="sm">
          {isFirst ? t.servesToo(others.join(', ')) : t.shownUnder(nameOf(host.poolIds[0]))}
        </Text>
      )}
      {isFirst && <HostRoom host={host} />}
      <GpuSlots host={share} />
      <GpusAside host={share} />
    </Card>
  );
}

/** Since when and why nothing is placed on it. */
function HostWhy({ host }: { host: HostWithGpus }) {
  const t = useOperatorCapacityText();
  const format = useFormats();
  const { language } = useLanguage();
  const { state, stateSince, stateWhy, silentWhy, refusals } = host;
  const put = state !== 'accepting' && stateSince !== null && stateWhy !== null;
  const stays = state === 'draining' && !host.canMove && host.used > 0;
  if (!put && silentWhy === null && refusals.length === 0 && !stays) return null;
  return (
    <Stack gap={4} mb="sm">
      {put && (
        <Text size="sm" c="dimmed">
          {t.stateSince(t.state[state], format.dateTime(stateSince), hostStateWords[stateWhy][language])}
        </Text>
      )}
      {silentWhy !== null && <Text size="sm">{hostSilenceWords[silentWhy][language]}</Text>}
      {refusals.map((refusal) => (
        <Text key={refusal.gpuModel} size="sm">
          {hostHindranceWords.refuses(refusal)[language]}
        </Text>
      ))}
      {stays && <Text size="sm">{hostHindranceWords.stays[language]}</Text>}
    </Stack>
  );
}

/** What a host has for one of its pools. */
export function shareOf(host: HostWithGpus, { id }: Pool): HostWithGpus {
  const gpus = host.gpus.filter(({ poolId }) => poolId === id);
  const unheld = gpus.filter((gpu) => holderOf(gpu) === null);
  const setAside = gpus.filter(({ state }) => state === 'suspect' || state === 'quarantined').length;
  return { ...host, gpus, used: gpus.length - unheld.length, free: unheld.filter(({ state }) => state === 'ok').length, setAside };
}

/** How many GPUs a host has: slots whose GPU was removed are empty. */
export function inSlots(host: HostWithGpus): number {
  return host.gpus.filter(({ state }) => state !== 'removed').length;
}
