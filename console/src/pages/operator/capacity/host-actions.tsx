import { removeHost, setHostState } from '@boreal/contract/endpoints/operator/capacity.ts';
import type { HostState, HostWithGpus, Pool } from '@boreal/contract/operator.ts';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { useDone } from '../parts/use-done.ts';
import { useOperatorCapacityText } from './text.ts';

type State = z.infer<typeof HostState>;
type Asked = 'draining' | 'offline' | 'quarantine' | 'add' | 'limit' | 'remove';

/** Loaded when they are opened. */
const AddGpusDialog = lazyPart('add-gpus', async () => (await import('./gpu-dialogs.tsx')).AddGpusDialog, 0);
const QuarantineDialog = lazyPart('quarantine', async () => (await import('./gpu-dialogs.tsx')).QuarantineDialog, 0);
const LimitDialog = lazyPart('limit-dialog', async () => (await import('./limit-dialog.tsx')).LimitDialog, 0);

/** What an operator does with a host and its GPUs. */
export function HostActions({ host, pool, pools }: { host: HostWithGpus; pool: Pool; pools: readonly Pool[] }) {
  const t = useOperatorCapacityText();
  const [asking, setAsking] = useState<Asked | null>(null);
  const close = () => setAsking(null);
  const done = useDone(close);
  const move = useMutation({
    mutationFn: (state: State) => call(setHostState, { params: { hostId: host.id }, body: { state } }),
    onSuccess: ({ state }) => done(t.isNow(host.name, t.state[state])),
  });
  const remove = useMutation({
    mutationFn: () => call(removeHost, { params: { hostId: host.id } }),
    onSuccess: () => done(t.hostRemoved(host.name)),
  });
  const stop = () => {
    move.reset();
    remove.reset();
    close();
  };
  return (
    <>
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
        <Button size="xs" variant="default" onClick={() => setAsking('quarantine')}>
          {t.quarantineOne}
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsking('add')}>
          {t.addOnes}
        </Button>
        {(host.cores !== null || host.memoryGb !== null || host.storages.length > 0) && (
          <Button size="xs" variant="default" onClick={() => setAsking('limit')}>
            {t.limits}
          </Button>
        )}
        {host.state !== 'accepting' && host.used === 0 && (
          <Button size="xs" variant="default" onClick={() => setAsking('remove')}>
            {t.removeHost}
          </Button>
        )}
      </Group>
      {asking === null && move.error !== null && <ErrorNotice error={move.error} />}
      <ConfirmDialog
        opened={asking === 'draining' || asking === 'offline'}
        onClose={stop}
        title={asking === 'offline' ? t.offlineTitle(host.name) : t.drainTitle(host.name)}
        text={asking === 'offline' ? t.offlineText : t.drainText(host.servers.length, host.canMove)}
        action={asking === 'offline' ? t.takeOffline : t.drain}
        busy={move.isPending}
        error={move.error}
        onConfirm={() => move.mutate(asking === 'offline' ? 'offline' : 'draining')}
      />
      <ConfirmDialog
        opened={asking === 'remove'}
        onClose={stop}
        title={t.removeHostTitle(host.name)}
        text={t.removeHostText(host.gpus.length)}
        action={t.removeHost}
        destructive
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      />
      {asking === 'quarantine' && <QuarantineDialog host={host} onClose={close} />}
      {asking === 'limit' && <LimitDialog host={host} onClose={close} />}
      {asking === 'add' && <AddGpusDialog host={host} pool={pool} pools={pools} onClose={close} />}
    </>
  );
}
