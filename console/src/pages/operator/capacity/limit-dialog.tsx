import { limitHost } from '@boreal/contract/endpoints/operator/capacity.ts';
import { LimitHostRequest, type HostUse, type HostWithGpus } from '@boreal/contract/operator/operator.ts';
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { changedIn } from '../../../parts/changed-in.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { amountNeeded, type Typed } from '../../../parts/typed-values.ts';
import { useRequestForm, type RequestFormOf } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { useCapacityDialogsText } from './dialogs-text.ts';

interface TypedLimit {
  readonly factor: Typed;
  readonly reserve: Typed;
}
interface TypedLimits {
  readonly cores: TypedLimit;
  readonly memoryGb: TypedLimit;
  readonly storages: readonly TypedLimit[];
}

/** Says how much may be sold of what a host has beside GPUs. What the engine has not told has no fields. */
export function LimitDialog({ host, onClose }: { host: HostWithGpus; onClose: () => void }) {
  const t = useCapacityDialogsText();
  const done = useDone(onClose);
  const { cores, memoryGb, storages } = host;
  const [shown] = useState<TypedLimits>({ cores: typedOf(cores), memoryGb: typedOf(memoryGb), storages: storages.map(typedOf) });
  const form = useRequestForm({
    initialValues: shown,
    schema: LimitHostRequest,
    request: (typed) => ({
      ...(cores && { cores: changedIn(limitOf(typed.cores), limitOf(shown.cores)) }),
      ...(memoryGb && { memoryGb: changedIn(limitOf(typed.memoryGb), limitOf(shown.memoryGb)) }),
      storages: storages.map(({ name }, n) => ({ name, ...changedIn(limitOf(typed.storages[n]), limitOf(shown.storages[n])) })),
    }),
    send: (body) => call(limitHost, { params: { hostId: host.id }, body }),
    onSent: () => done(t.limited(host.name)),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.limitTitle(host.name)} about={t.limitAbout} action={t.limit} size="xl" form={form}>
      {cores && <LimitFields form={form} of="cores" use={cores} name={t.cores} unit={t.inCores} />}
      {memoryGb && <LimitFields form={form} of="memoryGb" use={memoryGb} name={t.memory} unit={t.inGb} />}
      {storages.map((use, n) => (
        <LimitFields
          key={use.name}
          form={form}
          of={`storages.${n}`}
          use={use}
          name={t.storageNamed(use.name, use.kinds.map((kind) => t.storageKinds[kind]).join(', '))}
          unit={t.inGb}
        />
      ))}
    </FormDialog>
  );
}

interface LimitFieldsProps {
  readonly form: Pick<RequestFormOf<TypedLimits>, 'field'>;
  readonly of: 'cores' | 'memoryGb' | `storages.${number}`;
  readonly use: HostUse;
  readonly name: string;
  readonly unit: string;
}

function LimitFields({ form, of, use, name, unit }: LimitFieldsProps) {
  const t = useCapacityDialogsText();
  const format = useFormats();
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <Text component="legend" fw={600} size="sm">
        {name}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t.factor} description={t.factorHint} inputMode="decimal" required {...form.field(`${of}.factor`)} />
        <TextInput
          label={t.reserve(unit)}
          description={t.foundOf(format.number(use.found), unit)}
          inputMode="numeric"
          required
          {...form.field(`${of}.reserve`)}
        />
      </SimpleGrid>
    </fieldset>
  );
}

function typedOf(use: HostUse | null): TypedLimit {
  return { factor: use?.factor ?? 1, reserve: use?.reserve ?? 0 };
}

function limitOf({ factor, reserve } = typedOf(null)): { factor: number; reserve: number } {
  return { factor: amountNeeded(factor), reserve: amountNeeded(reserve) };
}
