import { describePlan } from '@boreal/contract/endpoints/operator/shop.ts';
import type { OperatorPlan } from '@boreal/contract/operator/operator.ts';
import { DescribePlanRequest } from '@boreal/contract/shop/shop.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { textOrNull } from '../../../parts/typed-values.ts';
import { useRequestForm, type RequestFormOf } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { useOperatorPlansText } from './text.ts';

interface TypedHardware {
  readonly cpuModel: string;
  readonly network: string;
}

/** Says which processor and network stand behind a plan: also of one that customers have. */
export function HardwareDialog({ plan, onClose }: { plan: OperatorPlan; onClose: () => void }) {
  const t = useOperatorPlansText();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: { cpuModel: plan.cpuModel ?? '', network: plan.network ?? '', everySize: false },
    schema: DescribePlanRequest,
    request: ({ everySize, ...hardware }) => ({ ...hardwareOf(hardware), everySize }),
    send: (body) => call(describePlan, { params: { planId: plan.id }, body }),
    onSent: () => done(t.changed(plan.name)),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.hardwareOf(plan.name)} about={t.hardwareAbout} action={t.save} form={form}>
      <HardwareFields form={form} />
      <Checkbox label={t.everySize} {...form.tick('everySize')} />
    </FormDialog>
  );
}

export function HardwareFields({ form }: { form: Pick<RequestFormOf<TypedHardware>, 'field'> }) {
  const t = useOperatorPlansText();
  return (
    <>
      <TextInput label={t.cpuModel} placeholder="AMD EPYC 9654" maxLength={80} {...form.field('cpuModel')} />
      <TextInput label={t.network} placeholder="25 Gbit/s" maxLength={80} {...form.field('network')} />
    </>
  );
}

/** An empty field says nothing. */
export const hardwareOf = ({ cpuModel, network }: TypedHardware) => ({ cpuModel: textOrNull(cpuModel), network: textOrNull(network) });
