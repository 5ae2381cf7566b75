import { actOnAnyServer } from '@boreal/contract/endpoints/operator/servers.ts';
import { ActOnAnyServerRequest } from '@boreal/contract/operator/operator.ts';
import type { OperatorServerAction } from '@boreal/contract/operator/server-action.ts';
import { call } from '../../../api/call.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { ReasonField } from '../parts/reason-field.tsx';
import { useDone } from '../parts/use-done.ts';
import { useOperatorServersText } from './text.ts';

interface HaltDialogProps {
  readonly server: { readonly id: string; readonly name: string };
  readonly action: OperatorServerAction;
  readonly onClose: () => void;
}

/** Stops or hibernates a customer's server, with a reason that they read. */
export function HaltDialog({ server, action, onClose }: HaltDialogProps) {
  const t = useOperatorServersText();
  const words = t.halts[action];
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: { reason: '' },
    schema: ActOnAnyServerRequest,
    request: ({ reason }) => ({ action, reason }),
    send: (body) => call(actOnAnyServer, { params: { serverId: server.id }, body }),
    onSent: () => done(words.done(server.name)),
  });
  return (
    <FormDialog opened onClose={onClose} title={words.title(server.name)} about={words.about} action={words.action} destructive form={form}>
      <ReasonField form={form} label={t.haltReason} description={t.haltReasonHint} />
    </FormDialog>
  );
}
