import { releaseGpu } from '@boreal/contract/endpoints/operator/capacity.ts';
import { gpuReasonWords } from '@boreal/contract/fleet/gpu-words.ts';
import { holderOf, type Gpu } from '@boreal/contract/fleet/gpus.ts';
import type { HostWithGpus } from '@boreal/contract/operator/operator.ts';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useOperatorMay } from '../../../app/operator-role.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { useDone } from '../parts/use-done.ts';
import { Timed } from '../../../parts/time.tsx';
import { useOperatorCapacityText } from './text.ts';

/** Loaded when they are opened. */
const ReplaceDialog = lazyPart('replace-gpu', async () => (await import('./gpu-dialogs.tsx')).ReplaceDialog, 0);
const RemoveGpuDialog = lazyPart('remove-gpu', async () => (await import('./gpu-dialogs.tsx')).RemoveGpuDialog, 0);

const colors = { ok: 'boreal', suspect: 'orange', quarantined: 'red', removed: 'gray' } as const satisfies Record<Gpu['state'], string>;

/** The GPUs of a host that are not sold: since when, why, and what can be done with each. */
export function GpusAside({ host }: { host: HostWithGpus }) {
  const t = useOperatorCapacityText();
  const aside = host.gpus.filter(({ state }) => state !== 'ok');
  if (aside.length === 0) return null;
  return (
    <Stack component="ul" gap="sm" mt="md" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t.asideOn(host.name)}>
      {aside.map((gpu) => (
        <AsideRow key={gpu.slot} host={host} gpu={gpu} />
      ))}
    </Stack>
  );
}

function AsideRow({ host, gpu }: { host: HostWithGpus; gpu: Gpu }) {
  const t = useOperatorCapacityText();
  const { language } = useLanguage();
  const [asking, setAsking] = useState<'replace' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const done = useDone(close);
  const release = useMutation({
    mutationFn: () => call(releaseGpu, { params: { hostId: host.id, slot: String(gpu.slot) } }),
    onSuccess: () => done(t.released(gpu.slot, host.name)),
  });
  const unheld = holderOf(gpu) === null;
  const mayChange = useOperatorMay(releaseGpu.needs);
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div>
          <Group gap="xs">
            <Text fw={600} size="sm">
              {t.slot(gpu.slot)}
            </Text>
            <Badge size="sm" color={colors[gpu.state]}>
              {t.gpuState[gpu.state]}
            </Badge>
            {gpu.stateSince !== null && (
              <Text size="xs" c="dimmed">
                <Timed iso={gpu.stateSince} sentence={t.since} />
              </Text>
            )}
          </Group>
          <Text size="sm">{gpu.reason === null ? null : gpuReasonWords(gpu.reason)[language]}</Text>
          {!unheld && (
            <Text size="sm" c="dimmed">
              {t.goesOn}
            </Text>
          )}
        </div>
        {mayChange && (
          <Group gap="xs" role="group" aria-label={t.gpuActions(gpu.slot, host.name)}>
            {gpu.state !== 'removed' && (
              <Button size="xs" variant="default" loading={release.isPending} onClick={() => release.mutate()}>
                {t.release}
              </Button>
            )}
            {unheld && (
              <Button size="xs" variant="default" onClick={() => setAsking('replace')}>
                {t.replace}
              </Button>
            )}
            {unheld && gpu.state !== 'removed' && (
              <Button size="xs" variant="default" onClick={() => setAsking('remove')}>
                {t.remove}
              </Button>
            )}
          </Group>
        )}
      </Group>
      {release.error !== null && <ErrorNotice error={release.error} />}
      {asking === 'replace' && <ReplaceDialog host={host} gpu={gpu} onClose={close} />}
      {asking === 'remove' && <RemoveGpuDialog host={host} gpu={gpu} onClose={close} />}
    </li>
  );
}
