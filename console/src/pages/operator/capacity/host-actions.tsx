import { setHostState } from '@boreal/contract/endpoints/operator/capacity.ts';
import type { HostWithGpus, Pool } from '@boreal/contract/operator/operator.ts';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { useDone } from '../parts/use-done.ts';
import { useOperatorCapacityText } from './text.ts';

type Asked = 'draining' | 'offline' | 'quarantine' | 'add' | 'limit' | 'remove';

/** Loaded when they are opened. */
const AddGpusDialog = lazyPart('add-gpus', async () => (await import('./gpu-dialogs.tsx')).AddGpusDialog, 0);
const QuarantineDialog = lazyPart('quarantine', async () => (await import('./gpu-dialogs.tsx')).QuarantineDialog, 0);
const HostStateDialog = lazyPart('host-state', async () => (await import('./host-dialogs.tsx')).HostStateDialog, 0);
const RemoveHostDialog = lazyPart('remove-host', async () => (await import('./host-dialogs.tsx')).RemoveHostDialog, 0);
const LimitDialog = lazyPart('limit-dialog', async () => (await import('./limit-dialog.tsx')).LimitDialog, 0);

/** What an operator does with a host and its GPUs. */
export function HostActions({ host, pool, pools }: { host: HostWithGpus; pool: Pool; pools: readonly Pool[] }) {
  const t = useOperatorCapacityText();
  const [asking, setAsking] = useState<Asked | null>(null);
  const close = () => setAsking(null);
  const done = useDone(close);
  const accept = useMutation({
    mutationFn: () => call(setHostState, { params: { hostId: host.id }, body: { state: 'accepting' } }),
    onSuccess: ({ state }) => done(t.isNow(host.name, t.state[state])),
  });
  return (
    <>
      <Group gap="xs" role="group" aria-label={t.hostActions(host.name)}>
        {host.state !== 'accepting' && (
          <Button size="xs" variant="default" loading={accept.isPending} onClick={() => accept.mutate()}>
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
      {accept.error !== null && <ErrorNotice error={accept.error} />}
      {(asking === 'draining' || asking === 'offline') && <HostStateDialog host={host} state={asking} onClose={close} />}
      {asking === 'remove' && <RemoveHostDialog host={host} onClose={close} />}
      {asking === 'quarantine' && <QuarantineDialog host={host} onClose={close} />}
      {asking === 'limit' && <LimitDialog host={host} onClose={close} />}
      {asking === 'add' && <AddGpusDialog host={host} pool={pool} pools={pools} onClose={close} />}
    </>
  );
}
