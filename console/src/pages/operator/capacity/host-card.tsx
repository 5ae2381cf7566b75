import type { HostState, HostWithGpus } from '@boreal/contract/operator.ts';
import { hostSilenceWords, hostStateWords } from '@boreal/contract/host-words.ts';
import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { z } from 'zod';
import { useFormats } from '../../../format/use-formats.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { GpuSlots } from './gpu-slots.tsx';
import { GpusAside } from './gpus-aside.tsx';
import { HostActions } from './host-actions.tsx';
import { HostRoom } from './host-room.tsx';
import { useOperatorCapacityText } from './text.ts';

type State = z.infer<typeof HostState>;
const colors = { accepting: 'boreal', draining: 'orange', offline: 'gray' } as const satisfies Record<State, string>;

/** A host: how it is, what is on its GPUs, and what can be done with it. */
export function HostCard({ host }: { host: HostWithGpus }) {
  const t = useOperatorCapacityText();
  const format = useFormats();
  return (
    <Card>
      <Group justify="space-between" mb="sm" gap="sm">
        <Group gap="sm">
          <Title order={3}>{host.name}</Title>
          <Badge color={colors[host.state]}>{t.state[host.state]}</Badge>
          {host.silentSince !== null && <Badge color="red">{t.silentSince(format.dateTime(host.silentSince))}</Badge>}
          <Text size="sm" c="dimmed">
            {t.used(format.number(host.used), format.number(inSlots(host)))}
            {host.setAside > 0 && ` · ${t.setAside(host.setAside)}`}
          </Text>
        </Group>
        <HostActions host={host} />
      </Group>
      <HostWhy host={host} />
      <HostRoom host={host} />
      <GpuSlots host={host} />
      <GpusAside host={host} />
    </Card>
  );
}

/** Since when and why nothing is placed on it. */
function HostWhy({ host }: { host: HostWithGpus }) {
  const t = useOperatorCapacityText();
  const format = useFormats();
  const { language } = useLanguage();
  const { state, stateSince, stateWhy, silentWhy } = host;
  const put = state !== 'accepting' && stateSince !== null && stateWhy !== null;
  if (!put && silentWhy === null) return null;
  return (
    <Stack gap={4} mb="sm">
      {put && (
        <Text size="sm" c="dimmed">
          {t.stateSince(t.state[state], format.dateTime(stateSince), hostStateWords[stateWhy][language])}
        </Text>
      )}
      {silentWhy !== null && <Text size="sm">{hostSilenceWords[silentWhy][language]}</Text>}
    </Stack>
  );
}

/** How many GPUs a host has: slots whose GPU was removed are empty. */
export function inSlots(host: HostWithGpus): number {
  return host.gpus.filter(({ state }) => state !== 'removed').length;
}
