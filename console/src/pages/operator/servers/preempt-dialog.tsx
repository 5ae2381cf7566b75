import { useMutation, useQueryClient } from '@tanstack/react-query';
import { preemptServer } from '../../../api/operator/servers.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { notifyDone } from '../../../parts/notify.ts';
import { wordsOf } from '../parts/fields.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorServersText } from './text.ts';

/** Takes its GPUs from a spot server, with a reason that its customer reads. */
export function PreemptDialog({ server, opened, onClose }: { server: { id: string; name: string }; opened: boolean; onClose: () => void }) {
  const t = useOperatorServersText();
  const words = useOperatorText();
  const format = useFormats();
  const queryClient = useQueryClient();
  const preempt = useMutation({
    mutationFn: (fields: FormData) => preemptServer(server.id, wordsOf(fields, 'reason')),
    onSuccess: ({ refunded }) => {
      notifyDone(t.preempted(format.money(refunded)));
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t.preemptTitle(server.name)}
      about={t.preemptAbout}
      action={t.preempt}
      destructive
      busy={preempt.isPending}
      error={preempt.error}
      onSubmit={preempt.mutate}
    >
      <ReasonField label={words.reason} description={words.reasonMailed} error={preempt.error} />
    </FormDialog>
  );
}
