import { preemptServer } from '@boreal/contract/endpoints/operator/servers.ts';
import { PreemptServerRequest } from '@boreal/contract/operator/operator.ts';
import { call } from '../../../api/call.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { ReasonField } from '../parts/reason-field.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useDone } from '../parts/use-done.ts';
import { useOperatorServersText } from './text.ts';

/** Takes its GPUs from a spot server, with a reason that its customer reads. */
export function PreemptDialog({ server, onClose }: { server: { id: string; name: string }; onClose: () => void }) {
  const t = useOperatorServersText();
  const words = useOperatorText();
  const format = useFormats();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: { reason: '' },
    schema: PreemptServerRequest,
    request: (values) => values,
    send: ({ reason }) => call(preemptServer, { params: { serverId: server.id }, body: { reason } }),
    onSent: ({ refunded }) => done(t.preempted(format.money(refunded))),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.preemptTitle(server.name)}
      about={t.preemptAbout}
      action={t.preempt}
      destructive
      form={form}
    >
      <ReasonField form={form} label={words.reason} description={words.reasonMailed} />
    </FormDialog>
  );
}
