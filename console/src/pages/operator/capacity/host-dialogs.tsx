import { removeHost, setHostState } from '@boreal/contract/endpoints/operator/capacity.ts';
import type { HostWithGpus } from '@boreal/contract/operator/operator.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { useDone } from '../parts/use-done.ts';
import { useCapacityDialogsText } from './dialogs-text.ts';

interface OfHost {
  readonly host: HostWithGpus;
  readonly onClose: () => void;
}

/** Takes a host out of use: drained, or marked as down. */
export function HostStateDialog({ host, state, onClose }: OfHost & { readonly state: 'draining' | 'offline' }) {
  const t = useCapacityDialogsText();
  const done = useDone(onClose);
  const move = useMutation({
    mutationFn: () => call(setHostState, { params: { hostId: host.id }, body: { state } }),
    onSuccess: (moved) => done(t.isNow(host.name, t.state[moved.state])),
  });
  const isOffline = state === 'offline';
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={isOffline ? t.offlineTitle(host.name) : t.drainTitle(host.name)}
      text={isOffline ? t.offlineText : t.drainText(host.servers.length, host.canMove)}
      action={isOffline ? t.takeOffline : t.drain}
      busy={move.isPending}
      error={move.error}
      onConfirm={() => move.mutate()}
    />
  );
}

/** Removes a host that nothing is on. */
export function RemoveHostDialog({ host, onClose }: OfHost) {
  const t = useCapacityDialogsText();
  const done = useDone(onClose);
  const remove = useMutation({
    mutationFn: () => call(removeHost, { params: { hostId: host.id } }),
    onSuccess: () => done(t.hostRemoved(host.name)),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t.removeHostTitle(host.name)}
      text={t.removeHostText(host.gpus.length)}
      action={t.removeHost}
      destructive
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    />
  );
}
