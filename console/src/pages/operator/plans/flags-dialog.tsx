import type { OperatorPlan } from '@boreal/contract/operator.ts';
import { Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { plansQuery, setPlanFlags } from '../../../api/operator/catalog.ts';
import { notifyDone } from '../../../parts/notify.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useOperatorPlansText } from './text.ts';

const flags = ['purchasable', 'autoProvisioning', 'priceOnRequest'] as const;

/** Says whether a plan is offered, deployed without a person, and priced in public. */
export function FlagsDialog({ plan, opened, onClose }: { plan: OperatorPlan; opened: boolean; onClose: () => void }) {
  const t = useOperatorPlansText();
  const queryClient = useQueryClient();
  const set = useMutation({
    mutationFn: (fields: FormData) =>
      setPlanFlags(plan.id, {
        purchasable: fields.has('purchasable'),
        autoProvisioning: fields.has('autoProvisioning'),
        priceOnRequest: fields.has('priceOnRequest'),
      }),
    onSuccess: () => {
      notifyDone(t.flagsSet);
      onClose();
      void queryClient.invalidateQueries({ queryKey: plansQuery.queryKey });
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t.saleFlags}
      about={t.saleAbout}
      action={t.save}
      busy={set.isPending}
      error={set.error}
      onSubmit={set.mutate}
    >
      {flags.map((flag) => (
        <Checkbox key={flag} name={flag} label={t[flag]} defaultChecked={plan[flag]} />
      ))}
    </FormDialog>
  );
}
