import { addGpus, quarantineGpu, removeGpu, replaceGpu } from '@boreal/contract/endpoints/operator/capacity.ts';
import { AddGpusRequest, ReplaceGpuRequest, SetGpuAsideRequest, type Gpu } from '@boreal/contract/fleet/gpus.ts';
import type { HostWithGpus, Pool } from '@boreal/contract/operator/operator.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { amountNeeded, wordsOf } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { ReasonField } from '../parts/reason-field.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useDone } from '../parts/use-done.ts';
import { useCapacityDialogsText } from './dialogs-text.ts';

interface OfHost {
  readonly host: HostWithGpus;
  readonly onClose: () => void;
}
interface OfGpu extends OfHost {
  readonly gpu: Gpu;
}

/** Chooses one of the host's GPUs, and sets it aside with a reason. */
export function QuarantineDialog({ host, onClose }: OfHost) {
  const t = useCapacityDialogsText();
  const words = useOperatorText();
  const done = useDone(onClose);
  const [slot, setSlot] = useState<string | null>(null);
  const open = host.gpus.filter(({ state }) => state === 'ok' || state === 'suspect');
  const chosen = slot ?? String(open[0]?.slot ?? 0);
  const form = useRequestForm({
    initialValues: { reason: '' },
    schema: SetGpuAsideRequest,
    request: (values) => values,
    send: (body) => call(quarantineGpu, { params: { hostId: host.id, slot: chosen }, body }),
    onSent: (gpu) => done(t.quarantined(gpu.slot, host.name)),
  });
  const options = open.map((gpu) => {
    const server = host.servers.find(({ id }) => id === gpu.serverId);
    return { value: String(gpu.slot), label: server ? t.slotOf(gpu.slot, server.name) : t.slot(gpu.slot) };
  });
  return (
    <FormDialog opened onClose={onClose} title={t.quarantineTitle(host.name)} about={t.quarantineAbout} action={t.quarantine} form={form}>
      <NativeSelect label={t.gpu} data={options} data-autofocus value={chosen} onChange={(event) => setSlot(event.currentTarget.value)} />
      <ReasonField form={form} label={words.reason} description={t.gpuReason} />
    </FormDialog>
  );
}

/** Notes that another GPU is in the slot. */
export function ReplaceDialog({ host, gpu, onClose }: OfGpu) {
  const t = useCapacityDialogsText();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: { device: gpu.device ?? '' },
    schema: ReplaceGpuRequest,
    request: ({ device }) => (device.trim() === '' ? {} : { device }),
    send: (body) => call(replaceGpu, { params: { hostId: host.id, slot: String(gpu.slot) }, body }),
    onSent: ({ slot }) => done(t.replaced(slot, host.name)),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.replaceTitle(gpu.slot, host.name)} about={t.replaceAbout} action={t.replace} form={form}>
      <TextInput label={t.device} description={t.deviceHint} {...form.field('device')} />
    </FormDialog>
  );
}

/** Notes that the slot is empty. */
export function RemoveGpuDialog({ host, gpu, onClose }: OfGpu) {
  const t = useCapacityDialogsText();
  const words = useOperatorText();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: { reason: '' },
    schema: SetGpuAsideRequest,
    request: (values) => values,
    send: (body) => call(removeGpu, { params: { hostId: host.id, slot: String(gpu.slot) }, body }),
    onSent: ({ slot }) => done(t.removed(slot, host.name)),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.removeTitle(gpu.slot, host.name)} about={t.removeAbout} action={t.remove} form={form}>
      <ReasonField form={form} label={words.reason} description={t.gpuReason} />
    </FormDialog>
  );
}

/** Adds GPUs after the last slot: by their number, or by name where the engine has names for them. */
export function AddGpusDialog({ host, pool, pools, onClose }: OfHost & { readonly pool: Pool; readonly pools: readonly Pool[] }) {
  const t = useCapacityDialogsText();
  const done = useDone(onClose);
  const named = host.gpus.some(({ device }) => device !== null);
  const form = useRequestForm({
    initialValues: { poolId: pool.id, gpuCount: '1', devices: '' },
    schema: AddGpusRequest,
    request: ({ poolId, gpuCount, devices }) => ({
      poolId,
      ...(named ? { devices: wordsOf(devices) } : { gpuCount: amountNeeded(gpuCount) }),
    }),
    send: (body) => call(addGpus, { params: { hostId: host.id }, body }),
    onSent: (added) => done(t.added(added.length, host.name)),
  });
  // A host serves pools of one engine and region.
  const possible = pools.filter(({ engine, region }) => engine === pool.engine && region === pool.region);
  return (
    <FormDialog opened onClose={onClose} title={t.addTitle(host.name)} about={t.addAbout} action={t.add} form={form}>
      <NativeSelect
        label={t.pool}
        description={t.poolHint}
        data={possible.map(({ id, name, gpuModel }) => ({ value: id, label: `${name} (${gpuModel})` }))}
        {...form.field('poolId')}
      />
      {named ? (
        <TextInput label={t.devices} description={t.devicesHint} required data-autofocus {...form.field('devices')} />
      ) : (
        <TextInput label={t.gpuCount} inputMode="numeric" required data-autofocus {...form.field('gpuCount')} />
      )}
    </FormDialog>
  );
}
