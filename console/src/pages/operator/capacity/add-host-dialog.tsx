import { addHost } from '@boreal/contract/endpoints/operator/capacity.ts';
import { AddHostRequest, type EngineFound, type Pool } from '@boreal/contract/operator/operator.ts';
import { Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { enginesQuery } from '../../../api/operator/capacity.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { amountNeeded } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { useCapacityDialogsText } from './dialogs-text.ts';

type FoundHost = EngineFound['hosts'][number];
interface OfPool {
  readonly pool: Pool;
  readonly onClose: () => void;
}

/** Adds a host to a pool: one that its engine finds, with the GPUs of it that are chosen, or, on a simulated engine, any. */
export function AddHostDialog({ pool, onClose }: OfPool) {
  const t = useCapacityDialogsText();
  const engines = useQuery(enginesQuery);
  const engine = engines.data?.find(({ name }) => name === pool.engine);
  if (engine && !engine.namesGpus) return <HostForm pool={pool} hosts={[]} onClose={onClose} />;
  const hosts = engine?.hosts.filter(({ declared, reachable }) => reachable && !declared) ?? [];
  if (hosts.length > 0) return <HostForm pool={pool} hosts={hosts} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t.addHostTitle(pool.name)}>
      <Queried query={engines}>{() => <Text>{engine?.silence === null ? t.noNewHosts : t.engineSilent}</Text>}</Queried>
    </Dialog>
  );
}

function HostForm({ pool, hosts, onClose }: OfPool & { readonly hosts: readonly FoundHost[] }) {
  const t = useCapacityDialogsText();
  const done = useDone(onClose);
  const gpusOf = (name: string) => hosts.find((host) => host.name === name)?.gpus ?? [];
  const ofModel = (name: string) =>
    gpusOf(name)
      .filter(({ model }) => model === pool.gpuModel)
      .map(({ device }) => device);
  const choosesGpus = hosts.length > 0 && pool.withGpus;
  const first = hosts[0]?.name ?? '';
  const form = useRequestForm({
    initialValues: { name: first, gpuCount: '8', devices: ofModel(first) },
    schema: AddHostRequest,
    request: ({ name, gpuCount, devices }) => ({
      poolId: pool.id,
      name,
      ...(choosesGpus ? { devices } : { gpuCount: amountNeeded(gpuCount) }),
    }),
    send: (body) => call(addHost, { body }),
    onSent: ({ name }) => done(t.hostAdded(name)),
  });
  const choose = (name: string) => form.setValues({ name, devices: ofModel(name) });
  const gpus = gpusOf(form.values.name);
  return (
    <FormDialog opened onClose={onClose} title={t.addHostTitle(pool.name)} about={t.addHostAbout} action={t.add} form={form}>
      {hosts.length === 0 ? (
        <TextInput label={t.host} description={t.hostHint} required data-autofocus {...form.field('name')} />
      ) : (
        <NativeSelect
          label={t.host}
          data={hosts.map(({ name }) => name)}
          data-autofocus
          {...form.field('name')}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      {!choosesGpus && <TextInput label={t.gpuCount} inputMode="numeric" required {...form.field('gpuCount')} />}
      {choosesGpus && gpus.length === 0 && <Text>{t.noGpusFound}</Text>}
      {choosesGpus && gpus.length > 0 && (
        <Checkbox.Group label={t.gpusSold} required {...form.field('devices')}>
          <Stack gap="xs" mt="xs">
            {gpus.map(({ device, name, model }) => (
              <Checkbox key={device} value={device} label={device} description={model === pool.gpuModel ? name : t.otherModel(name)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </FormDialog>
  );
}
