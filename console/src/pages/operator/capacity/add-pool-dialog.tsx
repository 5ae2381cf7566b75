import { addPool } from '@boreal/contract/endpoints/operator/capacity.ts';
import { AddPoolRequest, MachineType, type EngineFound } from '@boreal/contract/operator/operator.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { enginesQuery } from '../../../api/operator/capacity.ts';
import { modelsQuery, regionsQuery } from '../../../api/operator/shop.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { DiskFields, disksIn } from './disk-fields.tsx';
import { useCapacityDialogsText } from './dialogs-text.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Adds a pool of a model on an engine, in a region. */
export function AddPoolDialog({ onClose }: { onClose: () => void }) {
  const t = useCapacityDialogsText();
  const models = useQuery(modelsQuery);
  const regions = useQuery(regionsQuery);
  const engines = useQuery(enginesQuery);
  if (models.data && regions.data && engines.data) {
    const ofModels = models.data.filter(({ retiredAt }) => retiredAt === null).map(({ slug, name }) => ({ value: slug, label: name }));
    const ofRegions = regions.data.map(({ id, name }) => ({ value: id, label: name }));
    return <Fields models={ofModels} regions={ofRegions} engines={engines.data} onClose={onClose} />;
  }
  return (
    <Dialog opened onClose={onClose} title={t.addPool}>
      <Queried query={models}>{() => <Queried query={regions}>{() => <Queried query={engines}>{() => null}</Queried>}</Queried>}</Queried>
    </Dialog>
  );
}

interface FieldsProps {
  readonly models: readonly Option[];
  readonly regions: readonly Option[];
  readonly engines: readonly EngineFound[];
  readonly onClose: () => void;
}

function Fields({ models, regions, engines, onClose }: FieldsProps) {
  const t = useCapacityDialogsText();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: {
      name: '',
      gpuModel: models[0]?.value ?? '',
      region: regions[0]?.value ?? '',
      engine: engines[0]?.name ?? '',
      machineType: 'container',
      withGpus: true,
      systemDisk: '',
      workDisk: '',
    },
    schema: AddPoolRequest,
    request: ({ machineType, ...values }) => ({ ...values, ...disksIn(values), machineType: MachineType.parse(machineType) }),
    send: (body) => call(addPool, { body }),
    onSent: ({ name }) => done(t.poolAdded(name)),
  });
  const { namesGpus = false, offered } = engines.find(({ name }) => name === form.values.engine) ?? {};
  return (
    <FormDialog opened onClose={onClose} title={t.addPool} about={t.addPoolAbout} action={t.add} form={form}>
      <TextInput label={t.poolName} description={t.poolNameHint} required data-autofocus {...form.field('name')} />
      <NativeSelect label={t.model} data={[...models]} {...form.field('gpuModel')} />
      <NativeSelect label={t.region} data={[...regions]} {...form.field('region')} />
      {engines.length > 1 && <NativeSelect label={t.engine} data={engines.map(({ name }) => name)} {...form.field('engine')} />}
      {offered && <DiskFields form={form} offered={offered} />}
      {namesGpus && (
        <>
          <NativeSelect
            label={t.machineType}
            description={t.machineTypeHint}
            data={MachineType.options.map((value) => ({ value, label: t.machineTypes[value] }))}
            {...form.field('machineType')}
          />
          <Checkbox label={t.withGpus} description={t.withGpusHint} {...form.tick('withGpus')} />
        </>
      )}
    </FormDialog>
  );
}
