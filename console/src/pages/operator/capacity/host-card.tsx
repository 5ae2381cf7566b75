import { setHostState } from '@boreal/contract/endpoints/operator/capacity.ts';
import type { HostState, HostWithGpus } from '@boreal/contract/operator.ts';
import { Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { GpuSlots } from './gpu-slots.tsx';
import { useOperatorCapacityText } from './text.ts';

type State = z.infer<typeof HostState>;
const colors = { accepting: 'boreal', draining: 'orange', offline: 'gray' } as const satisfies Record<State, string>;

/** A host: how it is, what is on its GPUs, and what can be done with it. */
export function HostCard({ host }: { host: HostWithGpus }) {
  const t = useOperatorCapacityText();
  const format = useFormats();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<'draining' | 'offline' | null>(null);
  const move = useMutation({
    mutationFn: (state: State) => call(setHostState, { params: { hostId: host.id }, body: { state } }),
    onSuccess: ({ state }) => {
      notifyDone(t.isNow(host.name, t.state[state]));
      setAsking(null);
      void queryClient.invalidateQueries({ queryKey: ['operator', 'hosts'] });
    },
  });
  const close = () => {
    move.reset();
    setAsking(null);
  };
  return (
    <Card>
      <Group justify="space-between" mb="sm" gap="sm">
        <Group gap="sm">
          <Title order={3}>{host.name}</Title>
          <Badge variant="light" tt="none" color={colors[host.state]}>
            {t.state[host.state]}
          </Badge>
          {host.silentSince !== null && (
            <Badge variant="light" tt="none" color="red">
              {t.silentSince(format.dateTime(host.silentSince))}
            </Badge>
          )}
          <Text size="sm" c="dimmed">
            {t.used(format.number(host.used), format.number(host.gpus.length))}
          </Text>
        </Group>
        <Group gap="xs" role="group" aria-label={t.hostActions(host.name)}>
          {host.state !== 'accepting' && (
            <Button size="xs" variant="default" loading={move.isPending} onClick={() => move.mutate('accepting')}>
              {t.accept}
            </Button>
          )}
          {host.state === 'accepting' && (
            <Button size="xs" variant="default" onClick={() => setAsking('draining')}>
              {t.drain}
            </Button>
          )}
          {host.state !== 'offline' && (
            <Button size="xs" variant="default" onClick={() => setAsking('offline')}>
              {t.takeOffline}
            </Button>
          )}
        </Group>
      </Group>
      <GpuSlots host={host} />
      {asking === null && move.error !== null && <ErrorNotice error={move.error} />}
      <ConfirmDialog
        opened={asking !== null}
        onClose={close}
        title={asking === 'offline' ? t.offlineTitle(host.name) : t.drainTitle(host.name)}
        text={asking === 'offline' ? t.offlineText : t.drainText(host.servers.length)}
        action={asking === 'offline' ? t.takeOffline : t.drain}
        busy={move.isPending}
        error={move.error}
        onConfirm={() => move.mutate(asking ?? 'draining')}
      />
    </Card>
  );
}
