import { setPlanFlags } from '@boreal/contract/endpoints/operator/catalog.ts';
import { SetPlanFlagsRequest, type OperatorPlan } from '@boreal/contract/operator/operator.ts';
import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { plansQuery } from '../../../api/operator/catalog.ts';
import { changedIn } from '../../../parts/changed-in.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useOperatorPlansText } from './text.ts';

const flags = ['purchasable', 'autoProvisioning', 'priceOnRequest'] as const;

/** Sets whether a plan is offered, deployed without a person, and publicly priced. */
export function FlagsDialog({ plan, onClose }: { plan: OperatorPlan; onClose: () => void }) {
  const t = useOperatorPlansText();
  const queryClient = useQueryClient();
  const { purchasable, autoProvisioning, priceOnRequest } = plan;
  const [shown] = useState({ purchasable, autoProvisioning, priceOnRequest });
  const form = useRequestForm({
    initialValues: shown,
    schema: SetPlanFlagsRequest,
    request: (typed) => changedIn(typed, shown),
    send: (request) => call(setPlanFlags, { params: { planId: plan.id }, body: request }),
    onSent: () => {
      notifyDone(t.flagsSet);
      onClose();
      void queryClient.invalidateQueries({ queryKey: plansQuery.queryKey });
    },
  });
  return (
    <FormDialog opened onClose={onClose} title={t.saleFlags} about={t.saleAbout} action={t.save} form={form}>
      {flags.map((flag) => (
        <Checkbox key={flag} label={t[flag]} {...form.tick(flag)} />
      ))}
    </FormDialog>
  );
}
