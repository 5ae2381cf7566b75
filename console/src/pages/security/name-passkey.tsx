import { renamePasskey } from '@boreal/contract/api/auth-endpoints.ts';
import { PasskeyName } from '@boreal/contract/people/sign-in.ts';
import { Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { callAuth } from '../../api/call-auth.ts';
import { passkeysQuery, type Passkey } from '../../api/passkeys.ts';
import { addPasskey } from '../../api/security.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogButtons, SubmitButton } from '../../parts/form-buttons.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { useSecurityText } from './text.ts';

/** Names a passkey: a new one, which the browser then makes, or an existing one. */
export function NamePasskey({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const t = useSecurityText();
  const queryClient = useQueryClient();
  const form = useRequestForm({
    initialValues: { name: passkey?.name ?? '' },
    schema: PasskeyName.pick({ name: true }),
    request: (values) => values,
    send: ({ name }) =>
      (passkey === null ? addPasskey(name) : callAuth(renamePasskey, { body: { id: passkey.id, name } })).then(() => true),
    onSent: async () => {
      notifyDone(passkey === null ? t.passkeyAdded : t.renamed);
      onClose();
      await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
  const action = passkey === null ? t.passkeyAdd : t.rename;
  return (
    <Dialog opened onClose={onClose} title={action}>
      <RequestForm form={form}>
        <Stack>
          <TextInput
            label={t.passkeyName}
            description={t.passkeyNameHint}
            {...form.field('name')}
            maxLength={100}
            autoComplete="off"
            data-autofocus
          />
          <FormProblem form={form} sentence={t.passkeyUnanswered} />
          <DialogButtons onCancel={onClose}>
            <SubmitButton form={form}>{action}</SubmitButton>
          </DialogButtons>
        </Stack>
      </RequestForm>
    </Dialog>
  );
}
