import { addPlan, changePlan } from '@boreal/contract/endpoints/operator/shop.ts';
import type { OperatorPlan } from '@boreal/contract/operator/operator.ts';
import { AddPlanRequest, ChangePlanRequest } from '@boreal/contract/shop/shop.ts';
import { Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { modelsQuery } from '../../../api/operator/shop.ts';
import { changedIn } from '../../../parts/changed-in.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { amountNeeded, textOrNull } from '../../../parts/typed-values.ts';
import { useRequestForm, type RequestFormOf } from '../../../parts/use-request-form.ts';
import { useOperatorText } from '../parts/text.ts';
import { useDone } from '../parts/use-done.ts';
import { HardwareFields, hardwareOf } from './hardware-dialog.tsx';
import { useOperatorPlansText } from './text.ts';

interface TypedSizes {
  readonly vcores: string;
  readonly ramGb: string;
  readonly storageGb: string;
  readonly storageType: string;
  readonly localStorageGb: string;
}

/** Adds a plan, and leads to its page, where it gets its price. */
export function AddPlanDialog({ onClose }: { onClose: () => void }) {
  const t = useOperatorPlansText();
  const words = useOperatorText();
  const done = useDone(onClose);
  const navigate = useNavigate();
  const models = useQuery(modelsQuery).data?.filter(({ retiredAt }) => retiredAt === null) ?? [];
  const form = useRequestForm({
    initialValues: {
      gpuModel: '',
      gpuCount: '1',
      id: '',
      spot: false,
      hourlyOnly: false,
      vcores: '',
      ramGb: '',
      storageGb: '100',
      storageType: 'NVMe',
      localStorageGb: '0',
      cpuModel: '',
      network: '',
    },
    schema: AddPlanRequest,
    request: ({ gpuModel, gpuCount, id, spot, hourlyOnly, cpuModel, network, ...sizes }) => ({
      gpuModel: gpuModel === '' ? (models[0]?.slug ?? '') : gpuModel,
      gpuCount: amountNeeded(gpuCount),
      id: textOrNull(id) ?? undefined,
      spot,
      hourlyOnly,
      ...sizesOf(sizes),
      ...hardwareOf({ cpuModel, network }),
    }),
    send: (body) => call(addPlan, { body }),
    onSent: async ({ id }) => {
      done(t.added(id));
      await navigate({ to: '/operator/plans/$planId', params: { planId: id } });
    },
  });
  return (
    <FormDialog opened onClose={onClose} title={t.addPlan} about={t.addPlanAbout} action={t.addPlan} form={form}>
      <NativeSelect
        label={words.gpuModel}
        data={models.map(({ slug, name }) => ({ value: slug, label: name }))}
        data-autofocus
        {...form.field('gpuModel')}
      />
      <TextInput label={t.gpuCount} inputMode="numeric" required {...form.field('gpuCount')} />
      <SizeFields form={form} />
      <HardwareFields form={form} />
      <Checkbox label={t.spotField} {...form.tick('spot')} />
      <Checkbox label={t.hourlyOnlyField} {...form.tick('hourlyOnly')} />
      <TextInput label={t.planId} description={t.planIdHint} {...form.field('id')} />
    </FormDialog>
  );
}

/** Changes the sizes of a plan that nobody has or can buy. */
export function ChangePlanDialog({ plan, onClose }: { plan: OperatorPlan; onClose: () => void }) {
  const t = useOperatorPlansText();
  const done = useDone(onClose);
  const [shown] = useState({
    vcores: String(plan.vcores),
    ramGb: String(plan.ramGb),
    storageGb: String(plan.storageGb),
    storageType: plan.storageType,
    localStorageGb: String(plan.localStorageGb),
  });
  const form = useRequestForm({
    initialValues: shown,
    schema: ChangePlanRequest,
    request: (typed) => changedIn(sizesOf(typed), sizesOf(shown)),
    send: (body) => call(changePlan, { params: { planId: plan.id }, body }),
    onSent: () => done(t.changed(plan.name)),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.sizesOf(plan.name)} about={t.changePlanAbout} action={t.save} form={form}>
      <SizeFields form={form} />
    </FormDialog>
  );
}

function sizesOf({ vcores, ramGb, storageGb, storageType, localStorageGb }: TypedSizes) {
  return {
    vcores: amountNeeded(vcores),
    ramGb: amountNeeded(ramGb),
    storageGb: amountNeeded(storageGb),
    storageType,
    localStorageGb: amountNeeded(localStorageGb),
  };
}

function SizeFields({ form }: { form: Pick<RequestFormOf<TypedSizes>, 'field'> }) {
  const t = useOperatorPlansText();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label={t.vcores} inputMode="numeric" required {...form.field('vcores')} />
      <TextInput label={t.ram} inputMode="numeric" required {...form.field('ramGb')} />
      <TextInput label={t.systemDisk} inputMode="numeric" required {...form.field('storageGb')} />
      <TextInput label={t.workDisk} inputMode="numeric" required {...form.field('localStorageGb')} />
      <TextInput label={t.diskType} required {...form.field('storageType')} />
    </SimpleGrid>
  );
}
